/// The rows that a query found.
public struct EntityResult<Row> {
  /// The wanted part of the matching rows, in order.
  public let rows: [Row]
  /// How many rows match in all.
  public let total: Int

  @inlinable init(rows: [Row], total: Int) {
    self.rows = rows
    self.total = total
  }
}

extension EntityResult: Equatable where Row: Equatable {}
extension EntityResult: Sendable where Row: Sendable {}
