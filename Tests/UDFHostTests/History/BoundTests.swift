import HostTesting
import LuaKernel
import Testing

@testable import UDFHost

@Suite("the size of a history")
struct BoundTests {
  /// Makes something big of each kind that a history keeps: in an action, as a replaced table, and as a replaced text.
  private static let big = Source.feature(
    """
      name = "big",
      state = { rows = udf.list {}, text = "", last = "" },
      reduce = {
        rows = function(state, action)
          local rows = {}
          for i = 1, 1000 do rows[i] = { id = i, name = "row " .. i .. " of " .. action.n } end
          state.rows = rows
        end,
        text = function(state, action) state.text = string.rep("x", 500000) .. action.n end,
        given = function(state, action) state.last = #action.text end,
        small = function(state, action) state.last = action.n end,
      },
    """)

  private static let limit = 8 << 20

  private static func app(_ bytes: Int = limit) throws -> TestHost {
    let app = try TestHost(["big": big]) { $0.historyBytes = bytes }
    app.observe(actions: false)
    return app
  }

  private static func memory(_ app: TestHost) -> Int {
    lk_collect(app.host.machine.pointer)
    return app.host.machine.memoryUsed
  }

  @Test(
    "is bounded, however much data the actions replace", arguments: ["big.rows{ n = i }", "big.text{ n = i }"])
  func replaced(_ line: String) throws {
    let app = try Self.app()
    let before = Self.memory(app)
    try app.run("for i = 1, 300 do \(line) end")
    #expect(Self.memory(app) - before < 2 * Self.limit)
    let history = app.host.history
    #expect(history.last?.n == 300 && history.count > 3 && history.count < 300)
    // The oldest actions were removed; the others are still exact.
    for _ in 1..<history.count { _ = try app.host.undo() }
    let kept = try app.state("big.text").text?.count ?? 0
    #expect(try kept > 500_000 || app.state("big.rows").items.count == 1000)
    _ = try app.host.redo()
  }

  @Test("counts actions by their bytes")
  func actions() throws {
    let app = try Self.app()
    try app.run("for i = 1, 100 do big.given{ text = string.rep('y', 1000000) } end")
    let count = app.host.history.count
    #expect(count >= 1 && count <= 8)
    #expect(try app.state("big.last") == 1_000_000)
  }

  @Test("is bounded by the number of small actions; a single action that is too large stays until the next")
  func edges() throws {
    let app = try Self.app()
    try app.run("for i = 1, 2000 do big.small{ n = i } end")
    #expect(app.host.history.count == 1000)
    try app.run("big.given{ text = string.rep('y', 20000000) }")
    #expect(app.host.history.map(\.n) == [2001])
    _ = try app.host.undo()
    #expect(try app.state("big.last") == 2000)
  }

  @Test("is not computed without a limit")
  func none() throws {
    let app = try Self.app(0)
    try app.run("for i = 1, 40 do big.text{ n = i } end")
    #expect(app.host.history.count == 40)
  }
}
