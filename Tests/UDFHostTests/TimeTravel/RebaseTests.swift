import HostTesting
import SeededTesting
import Testing

@testable import UDFHost

@Suite("a rebase")
struct RebaseTests {
  private static let rows = "return require('udf').entities { name = 'rows', key = 'id' }"

  private static func app() throws -> TestHost {
    let listener = Source.feature(
      """
        name = "log", state = { seen = 0 },
        reduce = { ["rows/upsert"] = function(state, action) state.seen = state.seen + action.row.n end },
      """)
    return try TestHost([
      "m": Model.source, "log": listener, "rows": rows, "app": Source.app(["m", "log", "rows"]),
    ])
  }

  private static func line(_ generator: inout SeededGenerator) -> String {
    let (id, n) = (Int.random(in: 1...4, using: &generator), Int.random(in: 1...9, using: &generator))
    return switch Int.random(in: 0..<5, using: &generator) {
    case 0: "rows.upsert{ row = { id = \(id), n = \(n) } }"
    case 1: "rows.remove{ key = \(id) }"
    default: Model.Action.random(using: &generator).line
    }
  }

  private static func rebase(
    _ app: TestHost, from first: Int, without removed: Set<Int> = [], inserting kept: [History.Kept] = [],
    check: () throws(HostError) -> Void = {}
  ) throws -> Rebase {
    try app.host.tree.rebase(
      from: first, without: removed.contains, arrange: { Rebase.inserting(kept, into: $0) }, check: check)
  }

  @Test("without removed or inserted actions is the identity, from every point", arguments: 0..<6 as Range<UInt64>)
  func identity(_ number: UInt64) throws {
    var generator = SeededGenerator(seed: Seed.current &+ 9000 &+ number)
    let app = try Self.app()
    for _ in 0..<60 { _ = app.failure(Self.line(&generator)) }
    let (state, history) = (try app.state(), app.host.history)
    for _ in 0..<5 {
      let first = Int.random(in: 1...61, using: &generator)
      let rebase = try Self.rebase(app, from: first)
      let changes = rebase.changes { _ in false }
      #expect(rebase.actions.allSatisfy(\.isUnchanged) && changes.isEmpty, "\(Seed.replay)")
      #expect(try app.state() == state, "\(Seed.replay)")
      #expect(app.host.history == history, "\(Seed.replay)")
    }
  }

  @Test(
    "has the result of the remaining actions, and the former result after the removed ones are inserted again",
    arguments: 0..<6 as Range<UInt64>)
  func leaving(_ number: UInt64) throws {
    var generator = SeededGenerator(seed: Seed.current &+ 9500 &+ number)
    let (app, other) = (try Self.app(), try Self.app())
    for _ in 0..<50 { _ = app.failure(Self.line(&generator)) }
    let (state, history) = (try app.state(), app.host.history)
    let removed = Set(history.map(\.n).filter { _ in Int.random(in: 0..<4, using: &generator) == 0 })
    let rebase = try Self.rebase(app, from: 1, without: removed)
    for action in history where !removed.contains(action.n) { try? other.host.send(action.type, action.fields) }
    #expect(try app.state() == other.state(), "\(Seed.replay)")
    let missing = rebase.actions.filter { $0.changes == nil }
    _ = try Self.rebase(app, from: 1, inserting: missing.map(\.kept))
    #expect(try app.state() == state, "\(Seed.replay)")
    #expect(app.host.history == history, "\(Seed.replay)")
  }

  @Test("changes nothing if its state is not accepted, or if an action is refused that must not be")
  func objections() throws {
    let app = try TestHost(["cart": Source.cart, "rows": Self.rows])
    try app.run("cart.add{ sku = 'A' }")
    try app.run("rows.upsert{ row = { id = 1 } }")
    try app.run("cart.remove{ at = 1 }")
    let (state, history) = (try app.state(), app.host.history)
    let no = HostError(code: "test", message: "no")
    #expect(throws: no) {
      try Self.rebase(app, from: 1, without: [2]) { () throws(HostError) in throw no }
    }
    #expect(throws: no) {
      try app.host.tree.rebase(
        from: 1, without: { $0 == 1 }, arrange: { $0 }, objection: { kept, _ in kept.n == 3 ? no : nil }, check: {})
    }
    #expect(try app.state() == state)
    #expect(app.host.history == history)
    try app.run("cart.add{ sku = 'B' }")
    #expect(try app.state("cart.total") == 1)
  }
}
