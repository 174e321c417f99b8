import HostTesting
import Testing

@testable import UDFHost

@Suite("a replay of the history")
struct ReplayTests {
  private static func cart(_ amount: String, more: String = "") -> String {
    Source.feature(
      """
        name = "cart",
        state = { items = udf.list {}, total = 0 },
        reduce = {
          add = function(state, action)
            \(more)
            table.insert(state.items, action.sku)
            state.total = state.total + \(amount)
          end,
        },
        effects = {
          add = function(cx, action) if action.sku == "twice" then cx.send { type = "add", sku = "again" } end end,
        },
      """)
  }

  private static func save(_ app: TestHost, _ source: String, to name: String = "cart") throws {
    #expect(try app.reload(name, as: source)?.error == nil)
  }

  private static func numbers(_ app: TestHost) -> [Int] { app.host.history.map(\.n) }

  @Test("applies the results of the present code from the first difference on, and can be undone")
  func adopts() throws {
    let app = try TestHost(["cart": Self.cart("1"), "counter": Source.counter])
    try app.run("counter.inc{ by = 3 }")
    try app.run("cart.add{ sku = 'A' }")
    try app.run("cart.add{ sku = 'twice' }")
    try app.run("counter.inc()")
    var seen: [Value] = []
    let subscription = try app.host.subscribe(at: "cart.total") { seen.append($0) }
    try Self.save(app, Self.cart("10"))
    app.forgetEvents()
    let report = try app.host.replay()
    #expect(report.first == 2)
    #expect(report.actions == 4)
    #expect(report.refusals.isEmpty)
    #expect(try app.state("cart") == ["items": ["A", "twice", "again"], "total": 30])
    #expect(try app.state("counter.count") == 4)
    #expect(Self.numbers(app) == [1, 2, 3, 4, 5])
    #expect(app.host.history[1].changes.map(\.new) == ["A", 10])
    // No effect ran again, and nothing is left to be looked at.
    #expect(app.actions.isEmpty)
    #expect(app.host.nextDue == nil)
    #expect(seen == [3, 30])
    #expect(try app.host.replay().first == nil)
    _ = try app.host.undo()
    _ = try app.host.undo()
    #expect(try app.state("cart.total") == 10)
    _ = try app.host.redo()
    #expect(try app.state("cart.total") == 30)
    try app.run("cart.add{ sku = 'B' }")
    #expect(app.host.history.last?.n == 6)
    subscription.cancel()
  }

  @Test("leaves out refused actions with their errors, and cancels their effects")
  func refused() throws {
    let source = Source.feature(
      """
        name = "a", state = { n = 0 },
        reduce = { add = function(state, action) state.n = state.n + action.by end },
        effects = { add = function(cx, action) cx.sleep(1); cx.log("info", "after " .. action.by) end },
      """)
    let app = try TestHost(["a": source])
    for by in [1, 20, 3] { try app.run("a.add{ by = \(by) }") }
    let strict = source.replacing("action) state", with: "action) if action.by > 9 then error('too much') end state")
    try Self.save(app, strict, to: "a")
    let report = try app.host.replay()
    #expect(report.first == 2)
    #expect(report.actions == 1)
    #expect(report.refusals.map(\.n) == [2])
    #expect(report.refusals.first?.type == "a/add")
    #expect(report.refusals.first?.error.message == "a.lua:4: a/add: too much")
    #expect(try app.state("a.n") == 4)
    #expect(Self.numbers(app) == [1, 3])
    app.forgetEvents()
    app.pass(1)
    #expect(app.logs == ["info after 1", "info after 3"])
  }

  @Test("does nothing without a difference or without a history")
  func nothing() throws {
    let app = try TestHost(["cart": Self.cart("1")])
    #expect(try app.host.replay().first == nil)
    try app.run("cart.add{ sku = 'A' }")
    try Self.save(app, Self.cart("1 "))
    let report = try app.host.replay()
    #expect(report.first == nil)
    #expect(report.actions == 1)
    #expect(try app.state("cart.total") == 1)
  }

  @Test("removes what could be redone, as a new action does")
  func undone() throws {
    let app = try TestHost(["cart": Self.cart("1")])
    for sku in ["A", "B"] { try app.run("cart.add{ sku = '\(sku)' }") }
    _ = try app.host.undo()
    try Self.save(app, Self.cart("5"))
    #expect(try app.host.replay().actions == 1)
    #expect(try app.state("cart.total") == 5)
    #expect(failure { _ = try app.host.redo() } == "redo: nothing was undone, or an action was sent since")
  }

  @Test("reduces rows in Swift too")
  func native() throws {
    let log = Source.feature(
      """
        name = "log", state = { count = 0 },
        reduce = { ["rows/upsert"] = function(state, action) state.count = state.count + 1 end },
      """)
    let app = try TestHost([
      "log": log, "rows": "return require('udf').entities { name = 'rows', key = 'id' }",
      "app": Source.app(["rows", "log"]),
    ])
    for id in 1...3 { try app.run("rows.upsert{ row = { id = \(id) } }") }
    let strict = log.replacing(
      "state.count =", with: "if action.row.id == 2 then error('not this one') end state.count =")
    try Self.save(app, strict, to: "log")
    let report = try app.host.replay()
    #expect(report.refusals.map(\.n) == [2])
    #expect(try app.state("rows.rows") == [["id": 1], ["id": 3]])
    #expect(try app.state("log.count") == 2)
    _ = try app.host.undo()
    #expect(try app.state("rows.rows") == [["id": 1]])
    _ = try app.host.redo()
    #expect(try app.state("rows.rows") == [["id": 1], ["id": 3]])
  }

  @Test("moves the path as the present flow does")
  func path() throws {
    func flow(_ routes: String, _ target: String) -> String {
      """
      local udf = require "udf"
      return udf.flow {
        start = "list", routes = { list = { scene = "page" }, \(routes) },
        on = { ["counter.told"] = function(nav) nav.push("\(target)") end },
      }
      """
    }
    let app = try TestHost([
      "counter": Source.feature(
        """
          name = "counter", state = { count = 0 },
          reduce = { inc = function(state) state.count = state.count + 1 end }, emits = { inc = "told" },
          view = function(state) return state.count end,
        """),
      "flow": flow("one = { scene = 'page' }, two = { scene = 'page' }", "one"),
      "app": """
      local udf = require "udf"
      local page = udf.scene { name = "page", model = { "counter.count" }, view = function(model) return model end }
      return udf.app { name = "n", features = { require "counter" }, scenes = { page }, flow = require "flow" }
      """,
    ])
    try app.run("nav.push('two')")
    try app.run("nav.pop()")
    try app.run("counter.inc()")
    #expect(app.host.screens.map(\.route) == ["list", "one"])
    // Still on the path is only what the flow has.
    try Self.save(app, flow("one = { scene = 'page' }", "one"), to: "flow")
    let before = try app.state()
    let report = try app.host.replay()
    #expect(report.first == 1)
    #expect(report.refusals.map(\.n) == [1, 2])
    #expect(app.host.screens.map(\.route) == ["list", "one"])
    #expect(try app.state() != before)
  }

  @Test("that leads to a screen whose route was removed is refused, and changes nothing")
  func goneRoute() throws {
    func flow(_ routes: String) -> String {
      "return require('udf').flow { start = 'list', routes = { list = { scene = 'page' }, \(routes) } }"
    }
    let app = try TestHost([
      "flow": flow("one = { scene = 'page' }, two = { scene = 'page' }"),
      "app": """
      local udf = require "udf"
      local page = udf.scene { name = "page", view = function() return {} end }
      return udf.app { name = "n", features = {}, scenes = { page }, flow = require "flow" }
      """,
    ]) { $0.historyLimit = 1 }
    try app.run("nav.push('two')")
    try app.run("nav.replace('one')")
    try Self.save(app, flow("one = { scene = 'page', guard = function() return false end }"), to: "flow")
    let before = try app.state()
    #expect(
      failure { _ = try app.host.replay() } == """
        replay: it would bring back a screen of the route "two", which was removed
          To fix this, add the route again, or continue from here
        """)
    #expect(try app.state() == before)
    #expect(app.host.screens.map(\.route) == ["list", "one"])
    #expect(app.host.history.map(\.n) == [2])
  }

  @Test("can compare action by action without a change")
  func compared() throws {
    let app = try TestHost(["cart": Self.cart("1")])
    for sku in ["A", "B", "C"] { try app.run("cart.add{ sku = '\(sku)' }") }
    try Self.save(app, Self.cart("(action.sku == 'B' and 7 or 1)", more: "if action.sku == 'C' then return end"))
    let before = try app.state()
    let replayed = try app.host.replay(1...3)
    #expect(replayed.map(\.record.n) == [1, 2, 3])
    #expect(replayed.map(\.differs) == [false, true, true])
    #expect(replayed[1].record.changes.map(\.new) == ["B", 2])
    #expect(replayed[1].changes.map(\.new) == ["B", 8])
    #expect(replayed[2].changes.isEmpty)
    #expect(try app.state() == before)
    #expect(try app.host.replay(2...99).count == 2)
    #expect(
      failure { _ = try app.host.replay(7...9) }
        == "replay: there is none of #7 to #9 in the history; it has #1 to #3")
    #expect(
      failure { _ = try app.host.replay(7...7) }
        == "replay: there is no action #7 in the history; it has #1 to #3")
    #expect(
      failure { _ = try TestHost(["cart": Self.cart("1")]).host.replay(1...1) }
        == "replay: there is no action #1 in the history; it is empty")
  }

  @Test("is refused while a script runs")
  func running() throws {
    let app = try TestHost(["cart": Self.cart("1")])
    var message = ""
    let subscription = app.host.subscribe { _ in message = failure { _ = try app.host.replay() } }
    try app.run("cart.add{ sku = 'A' }")
    #expect(message == "replay: an action or a script is running; try again when it has ended")
    subscription.cancel()
  }
}
