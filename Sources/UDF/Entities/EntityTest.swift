/// One of the things that must hold for a row that a query finds.
struct EntityTest<Row> {
  let holds: (Row) -> Bool
  /// The rows for which it holds, if an index has them.
  var rows: SlotList?

  /// How many rows it leaves at most.
  var count: Int { rows?.count ?? .max }
}
