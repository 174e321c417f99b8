/// Groups the rows of an ``EntityTable`` by a value, so that a query for one value touches only its rows.
///
///     EntityIndex("list") { (todo: Todo) in todo.list }
public struct EntityIndex<Row>: Sendable {
  /// What queries call it.
  public let name: String
  @usableFromInline let value: @Sendable (Row) -> IndexValue?
  @usableFromInline let isSame: @Sendable (Row, Row) -> Bool
  @usableFromInline let test: @Sendable (IndexValue) -> (Row) -> Bool

  /// - Parameter value: the value of a row; a row for which it is nil is not in the index.
  @inlinable public init<Value: Hashable & Sendable>(_ name: String, by value: @escaping @Sendable (Row) -> Value?) {
    self.name = name
    self.value = { value($0).map { IndexValue($0) } }
    // Compared before they are erased: most edits leave the value as it was, and a query tests many rows.
    isSame = { value($0) == value($1) }
    test = { wanted in
      guard let wanted = wanted.base as? Value else { return { value($0).map { IndexValue($0) } == wanted } }
      return { value($0) == wanted }
    }
  }
}
