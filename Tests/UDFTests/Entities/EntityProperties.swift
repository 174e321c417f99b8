import SeededTesting
import Testing
import UDF

@Suite("Properties of entity tables")
struct EntityProperties {
  struct Ordering: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let order: EntityOrder<Todo>
    let isBefore: EntityModel.Order?
  }

  static let orderings = [
    Ordering(testDescription: "arrival", order: .arrival, isBefore: nil),
    Ordering(testDescription: "key", order: .key) { $0.id < $1.id },
    Ordering(testDescription: "descending key", order: .descendingKey) { $0.id > $1.id },
    Ordering(testDescription: "title", order: .ascending(\.title)) { ($0.title, $0.id) < ($1.title, $1.id) },
    Ordering(testDescription: "open first", order: .by { !$0.isDone && $1.isDone }) {
      ($0.isDone ? 1 : 0, $0.id) < ($1.isDone ? 1 : 0, $1.id)
    },
  ]

  @Test(
    "a table behaves as a sorted array; its edits lead from each list to the next, and back", arguments: orderings)
  func actions(_ ordering: Ordering) throws {
    let rounds = UInt64(Extent.runs(daily: 4, nightly: 32))
    for round in 0..<rounds {
      let seed = Seed.current &+ round
      // Small ones meet every case, a large one has several blocks and many pages.
      let isSmall = round < rounds - 1
      var scenario = EntityScenario(
        order: ordering.order, isBefore: ordering.isBefore, keys: 0..<(isSmall ? 12 : 2_500),
        filled: isSmall ? 0 : 3_000, seed: seed)
      var copies: [(table: EntityTable<Int, Todo>, rows: [Todo])] = []
      do {
        for step in 0..<(isSmall ? 50 : 12) {
          try scenario.step()
          if step.isMultiple(of: 7) { copies.append((scenario.table, Array(scenario.table.rows))) }
        }
        for copy in copies { try #require(Array(copy.table.rows) == copy.rows) }
      } catch {
        Issue.record("\(error); round \(round), \(Seed.replay)")
        return
      }
    }
  }
}
