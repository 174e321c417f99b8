/// Groups the rows of an ``EntityTable`` by a value, so that a query for one value reads only the rows with this value.
///
///     EntityIndex("list") { (todo: Todo) in todo.list }
///     EntityIndex("tags", byEach: { (todo: Todo) in todo.tags })
public struct EntityIndex<Row>: Sendable {
  /// The name of the index in queries.
  public let name: String
  /// Calls the function once with each value of a row.
  @usableFromInline let values: @Sendable (Row, (IndexValue) -> Void) -> Void
  @usableFromInline let isSame: @Sendable (Row, Row) -> Bool
  @usableFromInline let test: @Sendable (IndexValue) -> (Row) -> Bool

  /// Makes an index by one value of a row. A row with the value nil is not in the index.
  @inlinable public init<Value: Hashable & Sendable>(_ name: String, by value: @escaping @Sendable (Row) -> Value?) {
    self.name = name
    values = { row, body in if let value = value(row) { body(IndexValue(value)) } }
    // Compared with their static type, because it is faster: a query tests many rows.
    isSame = { value($0) == value($1) }
    test = { wanted in
      guard let wanted = wanted.base as? Value else { return { value($0).map { IndexValue($0) } == wanted } }
      return { value($0) == wanted }
    }
  }

  /// Makes an index by several values of a row. Queries find the row by each of them.
  @inlinable public init<Value: Hashable & Sendable>(
    _ name: String, byEach values: @escaping @Sendable (Row) -> [Value]
  ) {
    self.init(name, byEach: values, isSame: { values($0) == values($1) })
  }

  /// - Parameter isSame: whether two rows certainly have the same values, if this is known without computing them.
  @inlinable package init<Value: Hashable & Sendable>(
    _ name: String, byEach values: @escaping @Sendable (Row) -> [Value],
    isSame: @escaping @Sendable (Row, Row) -> Bool
  ) {
    self.name = name
    self.values = { row, body in
      let list = values(row)
      if list.count == 1 { return body(IndexValue(list[0])) }
      for value in Set(list) { body(IndexValue(value)) }
    }
    self.isSame = isSame
    test = { wanted in
      guard let wanted = wanted.base as? Value else { return { _ in false } }
      return { values($0).contains(wanted) }
    }
  }
}
