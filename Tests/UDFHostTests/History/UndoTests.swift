import HostTesting
import Testing
import UDFHost

@Suite("undo and redo")
struct UndoTests {
  /// `shop.buy` adds to the shop, and its effect to the ledger and, a second later, to the ledger again.
  private static let shop = Source.feature(
    """
      name = "shop",
      state = { sold = 0 },
      events = { tap = "buy" },
      reduce = { buy = function(state, action) state.sold = state.sold + (action.n or 1) end },
      effects = {
        buy = function(cx)
          cx.send { type = "ledger/note", text = "bought" }
          cx.sleep(1)
          cx.send { type = "ledger/note", text = "shipped" }
        end,
      },
    """)
  private static let ledger = Source.feature(
    """
      name = "ledger",
      state = { notes = udf.list {} },
      reduce = { note = function(state, action) table.insert(state.notes, action.text) end },
    """)
  private static let nothingToRedo = "redo: nothing was undone, or an action was sent since"
  private static let nothingToUndo = "undo: there is nothing to undo"

  private static func app() throws -> TestHost { try TestHost(["shop": shop, "ledger": ledger]) }

  @Test(
    "remove the last action of the prompt with what it caused, in all slices, and restore it")
  func withConsequences() throws {
    let app = try Self.app()
    try app.run("shop.buy{ n = 2 }")
    app.pass(1)
    let first = try app.state()
    try app.run("shop.buy{ n = 3 }")
    app.pass(1)
    let second = try app.state()
    #expect(
      second == ["ledger": ["notes": ["bought", "shipped", "bought", "shipped"]], "shop": ["sold": 5]])
    #expect(try app.host.undo().map(\.type) == ["ledger/note", "ledger/note", "shop/buy"])
    #expect(try app.state() == first)
    #expect(app.host.history.map(\.undone) == [false, false, false, true, true, true])
    _ = try app.host.undo()
    #expect(try app.state() == ["ledger": ["notes": []], "shop": ["sold": 0]])
    #expect(try app.host.redo().map(\.type) == ["shop/buy", "ledger/note", "ledger/note"])
    #expect(try app.state() == first)
    _ = try app.host.redo()
    #expect(try app.state() == second)
  }

  @Test("treat a view event like the prompt, and keep earlier actions of Swift")
  func events() throws {
    let app = try Self.app()
    try app.host.send("ledger/note", ["text": "from swift"])
    try app.host.event("shop.tap")
    _ = try app.host.undo()
    #expect(try app.state() == ["ledger": ["notes": ["from swift"]], "shop": ["sold": 0]])
    #expect(
      failure { _ = try app.host.undo() } == """
        undo: there is nothing to undo
          Undo begins with an action of the prompt or of a view event that is not a pull; the history has none.
        """)
  }

  @Test("start no effect again")
  func noEffects() throws {
    let app = try Self.app()
    try app.run("shop.buy()")
    app.pass(1)
    _ = try app.host.undo()
    _ = try app.host.redo()
    #expect(app.host.isSettled)
    #expect(try app.state("ledger.notes") == ["bought", "shipped"])
  }

  @Test("report that there is nothing to do")
  func nothing() throws {
    let app = try TestHost(["counter": Source.counter])
    #expect(failure { _ = try app.host.undo() } == Self.nothingToUndo)
    #expect(failure { _ = try app.host.redo() } == Self.nothingToRedo)
    try app.run("counter.inc()")
    #expect(failure { _ = try app.host.redo() } == Self.nothingToRedo)
  }

  @Test("cannot restore after a new action")
  func newBranch() throws {
    let app = try TestHost(["counter": Source.counter])
    for by in [1, 10, 100] { try app.run("counter.inc{ by = \(by) }") }
    _ = try app.host.undo()
    _ = try app.host.undo()
    try app.run("counter.inc{ by = 1000 }")
    #expect(try app.state("counter.count") == 1001)
    #expect(app.host.history.map(\.n) == [1, 4])
    #expect(app.host.history.map(\.undone) == [false, false])
    #expect(failure { _ = try app.host.redo() } == Self.nothingToRedo)
    let path = try Path("counter.count")
    #expect(
      app.host.history.map(\.changes) == [
        [Change(.set, path, old: 0, new: 1)], [Change(.set, path, old: 1, new: 1001)],
      ])
    _ = try app.host.undo()
    #expect(try app.state("counter.count") == 1)
  }

  @Test(
    "can restore after a refused action",
    arguments: ["counter.inc{ by = 'x' }", "dispatch{ type = 'counter/nothing' }", "counter.fail()"])
  func refused(line: String) throws {
    let source = Source.counter.replacing("actions = {", with: "actions = { fail = {},")
      .replacing("reduce = {", with: "reduce = { fail = function(state) state.count = 9; error('no') end,")
    let app = try TestHost(["counter": source])
    try app.run("counter.inc()")
    try app.run("counter.inc()")
    _ = try app.host.undo()
    #expect(app.failure(line) != "")
    #expect(try app.state("counter.count") == 1)
    _ = try app.host.redo()
    #expect(try app.state("counter.count") == 2)
  }

  @Test("give the first action after an undo as it was sent, whatever its reducer does to it")
  func actionAfterUndo() throws {
    let app = try TestHost([
      "a": Source.feature(
        """
          name = "a",
          state = { n = 0 },
          reduce = { go = function(state, action) print("once"); action.n = action.n + 1; state.n = action.n end },
        """)
    ])
    try app.run("a.go{ n = 1 }")
    _ = try app.host.undo()
    app.forgetEvents()
    try app.run("a.go{ n = 5 }")
    #expect(try app.state("a.n") == 6)
    #expect(app.logs == ["info once"])
  }

  @Test("are refused while a script runs")
  func whileRunning() throws {
    let app = try TestHost(["counter": Source.counter])
    var seen = ""
    let subscription = app.host.subscribe { _ in seen = failure { _ = try app.host.undo() } }
    try app.run("counter.inc()")
    #expect(seen == "undo: an action or a script is running; try again when it has ended")
    subscription.cancel()
  }

  @Test("notify subscribers of paths")
  func subscribers() throws {
    let app = try TestHost(["counter": Source.counter])
    var seen: [Value] = []
    let subscription = try app.host.subscribe(at: "counter.count") { seen.append($0) }
    try app.run("counter.inc()")
    _ = try app.host.undo()
    _ = try app.host.redo()
    #expect(seen == [0, 1, 0, 1])
    subscription.cancel()
  }
}
