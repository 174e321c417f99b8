/// The result of a query.
///
///     let page = try todos.query(EntityQuery().page(offset: 50, limit: 50))
///     print("\(page.rows.count) of \(page.total)")
public struct EntityResult<Row> {
  /// The requested page of the matching rows, in order.
  public let rows: [Row]
  /// The number of all matching rows.
  public let total: Int

  @inlinable init(rows: [Row], total: Int) {
    self.rows = rows
    self.total = total
  }
}

extension EntityResult: Equatable where Row: Equatable {}
extension EntityResult: Sendable where Row: Sendable {}
