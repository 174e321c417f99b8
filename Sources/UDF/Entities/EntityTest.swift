/// A condition of a query for rows.
@usableFromInline
struct EntityTest<Row> {
  @usableFromInline let holds: (Row) -> Bool
  /// The rows that satisfy the condition, if an index has them.
  @usableFromInline var rows: SlotList?

  @inlinable init(rows: SlotList? = nil, holds: @escaping (Row) -> Bool) {
    self.rows = rows
    self.holds = holds
  }

  /// The maximum number of rows that satisfy it.
  @inlinable var count: Int { rows?.count ?? .max }
}
