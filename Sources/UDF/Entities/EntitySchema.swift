/// The declaration of a table. All copies of the table share it.
@usableFromInline
final class EntitySchema<Key: Hashable & Comparable & Sendable, Row>: Sendable {
  @usableFromInline let key: @Sendable (Row) -> Key
  @usableFromInline let isKey: @Sendable (Row, Key) -> Bool
  @usableFromInline let order: EntityOrder<Row>
  @usableFromInline let indexes: [EntityIndex<Row>]
  @usableFromInline let text: (@Sendable (Row, TextQuery) -> Bool)?

  @inlinable init(
    key: @escaping @Sendable (Row) -> Key, isKey: @escaping @Sendable (Row, Key) -> Bool, order: EntityOrder<Row>,
    indexes: [EntityIndex<Row>], text: (@Sendable (Row, TextQuery) -> Bool)?
  ) {
    self.key = key
    self.isKey = isKey
    self.order = order
    self.indexes = indexes
    self.text = text
  }

  /// Whether one row precedes another with a different key. Rows do not contain their order of arrival.
  @inlinable func precedes(_ left: Row, _ right: Row, in order: EntityOrder<Row>) -> Bool {
    switch order.kind {
    case .arrival: false
    case .key(let isDescending): isDescending ? key(right) < key(left) : key(left) < key(right)
    case .by(let isBefore): isBefore(left, right) || (!isBefore(right, left) && key(left) < key(right))
    }
  }

  /// Whether two rows with the same key have the same position among the others.
  @inlinable func isSamePlace(_ left: Row, _ right: Row, in order: EntityOrder<Row>) -> Bool {
    guard case .by(let isBefore) = order.kind else { return true }
    return !isBefore(left, right) && !isBefore(right, left)
  }
}
