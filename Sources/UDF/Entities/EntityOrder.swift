/// The order of the rows of an ``EntityTable``, or of a query.
///
///     EntityOrder<Todo>.ascending { $0.title }
public struct EntityOrder<Row>: Sendable {
  @usableFromInline enum Kind: Sendable {
    case arrival
    case key(isDescending: Bool)
    case by(@Sendable (Row, Row) -> Bool)
  }

  @usableFromInline let kind: Kind

  @inlinable init(kind: Kind) { self.kind = kind }

  @inlinable var isArrival: Bool { if case .arrival = kind { true } else { false } }

  /// As the rows were inserted; a row put in place of another keeps its place.
  @inlinable public static var arrival: EntityOrder { EntityOrder(kind: .arrival) }

  /// By key, the smallest first.
  @inlinable public static var key: EntityOrder { EntityOrder(kind: .key(isDescending: false)) }

  /// By key, the largest first.
  @inlinable public static var descendingKey: EntityOrder { EntityOrder(kind: .key(isDescending: true)) }

  /// By a comparison of rows; those of which neither comes first stand in order of their keys.
  @inlinable public static func by(_ areInIncreasingOrder: @escaping @Sendable (Row, Row) -> Bool) -> EntityOrder {
    EntityOrder(kind: .by(areInIncreasingOrder))
  }

  /// By a value, the smallest first; equal ones in order of their keys.
  @inlinable public static func ascending<Value: Comparable & Sendable>(
    _ value: @escaping @Sendable (Row) -> Value
  ) -> EntityOrder {
    by { value($0) < value($1) }
  }

  /// By a value, the largest first; equal ones in order of their keys.
  @inlinable public static func descending<Value: Comparable & Sendable>(
    _ value: @escaping @Sendable (Row) -> Value
  ) -> EntityOrder {
    by { value($1) < value($0) }
  }
}
