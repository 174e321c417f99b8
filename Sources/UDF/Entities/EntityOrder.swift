/// The order of the rows of an ``EntityTable``, or of a query.
///
///     let orders = [EntityOrder<Todo>.arrival, .key, .descendingKey, .ascending { $0.title }, .descending { $0.title }]
///     let order = EntityOrder<Todo>.by { ($0.list, $0.title) < ($1.list, $1.title) }
public struct EntityOrder<Row>: Sendable {
  @usableFromInline enum Kind: Sendable {
    case arrival
    case key(isDescending: Bool)
    case by(@Sendable (Row, Row) -> Bool)
  }

  @usableFromInline let kind: Kind

  @inlinable init(kind: Kind) { self.kind = kind }

  @inlinable var isArrival: Bool { if case .arrival = kind { true } else { false } }

  /// The order of insertion. A row that replaces another one keeps its position.
  @inlinable public static var arrival: EntityOrder { EntityOrder(kind: .arrival) }

  /// Ascending order of the keys.
  @inlinable public static var key: EntityOrder { EntityOrder(kind: .key(isDescending: false)) }

  /// Descending order of the keys.
  @inlinable public static var descendingKey: EntityOrder { EntityOrder(kind: .key(isDescending: true)) }

  /// The order of a comparison of rows. Rows that are equal in this order are ordered by their keys.
  @inlinable public static func by(_ areInIncreasingOrder: @escaping @Sendable (Row, Row) -> Bool) -> EntityOrder {
    EntityOrder(kind: .by(areInIncreasingOrder))
  }

  /// Ascending order of a value. Rows with equal values are ordered by their keys.
  @inlinable public static func ascending<Value: Comparable & Sendable>(
    _ value: @escaping @Sendable (Row) -> Value
  ) -> EntityOrder {
    by { value($0) < value($1) }
  }

  /// Descending order of a value. Rows with equal values are ordered by their keys.
  @inlinable public static func descending<Value: Comparable & Sendable>(
    _ value: @escaping @Sendable (Row) -> Value
  ) -> EntityOrder {
    by { value($1) < value($0) }
  }
}
