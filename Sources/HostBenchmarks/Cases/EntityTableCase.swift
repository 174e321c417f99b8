import UDF

/// An `EntityTable` of N rows that records its changes: toggles random rows (fixed seed), and reads a page of an indexed query.
struct EntityTableCase {
  let rounds: Int
  let largest: Int
  private let count = 20_000

  private struct Row {
    var id: Int
    var title = "an item of the list"
    var list: Int
    var isDone = false
  }

  func run() throws -> [Result] {
    let sizes = [10, 1_000, 100_000, 1_000_000].filter { $0 <= largest }
    let toggles = try sizes.map { try toggle($0) }
    let queries = try sizes.map { try query($0) }
    // Ten rows do not fill a page.
    let full = Array(queries.dropFirst())
    return toggles + flatness("table toggle", toggles) + queries + flatness("table query", full)
  }

  private func toggle(_ size: Int) throws -> Result {
    var table = try filled(size)
    var plain = Dictionary(uniqueKeysWithValues: table.rows.map { ($0.id, $0) })
    var seed = 42
    var reported = 0
    let times = try Timing.medians(
      rounds: rounds, count: count,
      [
        { for _ in 0..<count { plain[random(&seed, size)]?.isDone.toggle() } },
        {
          for _ in 0..<count {
            table.beginEdits()
            try table.update(random(&seed, size)) { $0.isDone.toggle() }
            table.endEdits { _ in reported += 1 }
          }
        },
      ])
    precondition(reported == (rounds + 1) * count)
    return Result(
      name: "table toggle one of \(size)", seconds: times[1], floor: times[0], floorName: "a dictionary, unrecorded")
  }

  private func query(_ size: Int) throws -> Result {
    let table = try filled(size)
    var seed = 42
    var found = 0
    let times = try Timing.medians(
      rounds: rounds, count: count,
      [
        {
          for _ in 0..<count {
            found += try table.query(EntityQuery().where("list", is: random(&seed, 10)).page(offset: 0, limit: 50))
              .total
          }
        }
      ])
    precondition(found > 0)
    return Result(name: "table query, 50 rows of \(size)", seconds: times[0])
  }

  private func filled(_ size: Int) throws -> EntityTable<Int, Row> {
    var table = EntityTable(key: \Row.id, indexes: [EntityIndex("list", by: \.list)])
    try table.replaceAll((0..<size).map { Row(id: $0, list: $0 % 10) })
    return table
  }

  private func flatness(_ name: String, _ results: [Result]) -> [Result] {
    guard let first = results.first, let last = results.last, results.count > 1 else { return [] }
    return [
      Result(
        name: "\(name) flatness", seconds: last.seconds, floor: first.seconds,
        floorName: "the most rows compared with the fewest", promise: 3)
    ]
  }
}

/// The next pseudorandom number below `bound`.
private func random(_ seed: inout Int, _ bound: Int) -> Int {
  seed = (seed * 1_103_515_245 + 12345) % 2_147_483_648
  return seed % bound
}
