import HostTesting
import Testing
import UDFHost

@Suite("a rebase with a reducer that is stopped")
struct StoppedRebaseTests {
  /// Scripts that use up one limit.
  enum Waste: String, CaseIterable {
    case budget = "while true do end"
    case memory = "local all = {} while true do all[#all + 1] = string.rep('x', 1000000) .. #all end"

    var code: String { self == .budget ? "budget" : "memory" }
  }

  /// A host whose feature uses up its budget or memory at a seven.
  private static func app(_ waste: Waste, factor: Int = 1) throws -> TestHost {
    try TestHost(["a": source(waste, factor: factor)]) {
      $0.timeBudget = waste == .budget ? 0.1 : 60
      $0.memoryLimit = 32 << 20
    }
  }

  private static func source(_ waste: Waste, factor: Int) -> String {
    Source.feature(
      """
        name = "a", state = { n = 0, seen = udf.list {} },
        reduce = {
          add = function(state, action) state.n = state.n + \(factor) * action.by end,
          see = function(state)
            if state.n == 7 then \(waste.rawValue) end
            table.insert(state.seen, state.n)
          end,
        },
      """)
  }

  private static func expectUnchanged(
    _ app: TestHost, _ what: String, _ n: Int, _ waste: Waste, _ body: () throws -> Void
  ) throws {
    let (state, history) = (try app.state(), app.host.history)
    let error = #expect(throws: HostError.self) { try body() }
    #expect(error?.code == waste.code)
    #expect(error?.message.hasPrefix("\(what): #\(n) a/see was not reduced completely: a.lua:") ?? false)
    #expect(error?.message.hasSuffix("\n  The state and the history are unchanged.") ?? false)
    #expect(try app.state() == state)
    #expect(app.host.history == history)
  }

  @Test("by an undo changes nothing", arguments: Waste.allCases)
  func undo(_ waste: Waste) throws {
    let app = try Self.app(waste)
    try app.run("a.add{ by = 2 }")
    try app.host.send("a/add", ["by": 7])
    try app.host.send("a/see")
    try Self.expectUnchanged(app, "undo", 3, waste) { try app.host.undo() }
    // Actions that the replay does not reach can be undone.
    try app.run("a.add{ by = 1 }")
    #expect(try app.host.undo().map(\.n) == [4])
    #expect(try app.state("a.n") == 9)
  }

  @Test("by a redo changes nothing, and the redo is still possible", arguments: Waste.allCases)
  func redo(_ waste: Waste) throws {
    let app = try Self.app(waste)
    try app.run("a.add{ by = 7 }")
    try app.host.undo()
    try app.host.send("a/see")
    for _ in 1...2 { try Self.expectUnchanged(app, "redo", 2, waste) { try app.host.redo() } }
    #expect(app.host.history.map(\.undone) == [true, false])
  }

  @Test("by a replay changes nothing", arguments: Waste.allCases)
  func replay(_ waste: Waste) throws {
    let app = try Self.app(waste)
    try app.host.send("a/add", ["by": 1])
    try app.host.send("a/see")
    #expect(try app.reload("a", as: Self.source(waste, factor: 7))?.ok == true)
    try Self.expectUnchanged(app, "replay", 2, waste) { _ = try app.host.replay() }
  }
}
