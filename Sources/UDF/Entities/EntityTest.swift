/// One of the things that must hold for a row that a query finds.
@usableFromInline
struct EntityTest<Row> {
  @usableFromInline let holds: (Row) -> Bool
  /// The rows for which it holds, if an index has them.
  @usableFromInline var rows: SlotList?

  @inlinable init(rows: SlotList? = nil, holds: @escaping (Row) -> Bool) {
    self.rows = rows
    self.holds = holds
  }

  /// How many rows it leaves at most.
  @inlinable var count: Int { rows?.count ?? .max }
}
