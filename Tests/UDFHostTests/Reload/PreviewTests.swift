import HostTesting
import Testing

@testable import UDFHost

@Suite("the preview of past actions after a save")
struct PreviewTests {
  /// A cart whose total is computed from prices, and its output.
  private static func cart(_ amount: String = "action.qty", refuses: String = "false") -> String {
    Source.feature(
      """
        name = "cart",
        state = { items = udf.list {}, total = 0 },
        reduce = {
          add = function(state, action)
            print("adding")
            if \(refuses) then error("too many") end
            table.insert(state.items, { sku = action.sku, qty = action.qty })
            state.total = state.total + \(amount)
          end,
          clear = function(state) state.items, state.total = udf.list {}, 0 end,
        },
      """)
  }

  private static func save(_ app: TestHost, _ source: String, to name: String = "cart") throws {
    #expect(try app.reload(name, as: source)?.error == nil)
  }

  private static func previews(_ app: TestHost) -> [ReplayPreview] {
    app.events.compactMap { if case .preview(let preview) = $0 { preview } else { nil } }
  }

  @Test("none of them has › is told once, when nothing else is to be done: which actions now differ")
  func told() throws {
    let app = try TestHost(["cart": Self.cart()])
    try app.run("cart.add{ sku = 'A', qty = 2 }")
    try app.run("cart.clear()")
    try app.run("cart.add{ sku = 'B', qty = 1 }")
    let before = try app.state()
    try Self.save(app, Self.cart("action.qty * action.qty"))
    #expect(Self.previews(app).isEmpty)
    #expect(app.host.nextDue == 0)
    app.host.poll()
    app.host.poll()
    // 1 and its square are the same.
    #expect(Self.previews(app) == [ReplayPreview(generation: 2, actions: 3, differing: [1])])
    #expect(app.host.nextDue == nil)
    #expect(try app.state() == before)
    #expect(app.host.history.map(\.changes.count) == [2, 2, 2])
    #expect(app.logs == ["info adding", "info adding"])
  }

  @Test("reduces each action from the state before it, whatever the new code does with earlier actions")
  func priorState() throws {
    let app = try TestHost(["counter": Source.counter])
    for _ in 1...3 { try app.run("counter.inc()") }
    // Only from 1 on is it another step.
    let source = Source.counter.replacing("(action.by or 1)", with: "(state.count == 1 and 5 or 1)")
    try Self.save(app, source, to: "counter")
    app.host.poll()
    #expect(Self.previews(app) == [ReplayPreview(generation: 2, actions: 3, differing: [2])])
  }

  @Test("counts a refused action as different: by its reducer, its declaration, or without a handler")
  func refused() throws {
    let app = try TestHost(["cart": Self.cart(), "counter": Source.counter])
    try app.run("cart.add{ sku = 'A', qty = 9 }")
    try app.run("cart.add{ sku = 'A', qty = 1 }")
    try Self.save(app, Self.cart(refuses: "action.qty > 5"))
    app.host.poll()
    #expect(Self.previews(app).last?.differing == [1])
    try app.run("counter.inc{ by = 2 }")
    try Self.save(app, Source.counter.replacing("inc = { by = \"integer?\" }", with: "inc = {}"), to: "counter")
    app.host.poll()
    #expect(Self.previews(app).last?.differing == [1, 3])
    try Self.save(
      app, Self.cart().replacing("clear = function", with: "empty = function").replacing("add = ", with: "put = "))
    app.host.poll()
    #expect(Self.previews(app).last?.differing == [1, 2, 3])
  }

  @Test("without a difference is not reported, and later actions do not belong to it")
  func silent() throws {
    let app = try TestHost(["cart": Self.cart()])
    try app.run("cart.add{ sku = 'A', qty = 2 }")
    try Self.save(app, Self.cart("action.qty * 1"))
    try app.run("cart.add{ sku = 'A', qty = 3 }")
    app.host.poll()
    #expect(Self.previews(app).isEmpty)
    #expect(app.host.nextDue == nil)
  }

  @Test("starts again after another save, and counts removed actions")
  func again() throws {
    let app = try TestHost(["cart": Self.cart()]) { $0.historyLimit = 3 }
    for _ in 1...5 { try app.run("cart.add{ sku = 'A', qty = 2 }") }
    try Self.save(app, Self.cart("3"))
    try Self.save(app, Self.cart("4"))
    app.host.poll()
    #expect(Self.previews(app) == [ReplayPreview(generation: 3, actions: 3, differing: [3, 4, 5], unseen: 2)])
    try Self.save(app, Self.cart())
    app.host.poll()
    #expect(Self.previews(app).last == ReplayPreview(generation: 4, actions: 3, differing: [], unseen: 2))
  }

  @Test("runs in small steps: a long history blocks nothing, and sent actions come first")
  func inTurns() throws {
    let clock = HurryingClock(step: 0.001)
    let app = try TestHost(["counter": Source.counter]) { $0.clock = clock }
    try app.run("for _ = 1, 100 do counter.inc() end")
    try Self.save(app, Source.counter.replacing("by or 1", with: "by or 2"), to: "counter")
    var turns = 0
    while app.host.nextDue == 0, turns < 1000 {
      app.host.poll()
      turns += 1
      if turns == 3 { app.host.handle.send("counter/inc", ["by": 7]) }
      if turns == 4 { #expect(try app.state("counter.count") == 107) }
    }
    #expect(turns > 10 && turns < 100)
    #expect(Self.previews(app) == [ReplayPreview(generation: 2, actions: 100, differing: Array(1...100))])
    #expect(try app.state("counter.count") == 107)
  }

  @Test("does not wait repeatedly for a reducer that loops")
  func endless() throws {
    let app = try TestHost(["cart": Self.cart()]) { $0.timeBudget = 0.2 }
    for qty in [2, 2, 2, 1] { try app.run("cart.add{ sku = 'A', qty = \(qty) }") }
    // The last one is good, so the trial does not meet the loop.
    try Self.save(app, Self.cart(refuses: "action.qty == 2 and (function() while true do end end)()"))
    app.host.poll()
    #expect(Self.previews(app) == [ReplayPreview(generation: 2, actions: 1, differing: [], unseen: 3)])
  }

  @Test("skips rows in Swift, and compares what Lua does with the same actions")
  func native() throws {
    let log = Source.feature(
      """
        name = "log", state = { texts = udf.list {} },
        reduce = { ["rows/upsert"] = function(state, action) table.insert(state.texts, "row") end },
      """)
    let app = try TestHost([
      "log": log, "rows": "return require('udf').entities { name = 'rows', key = 'id' }",
      "app": Source.app(["rows", "log"]),
    ])
    for id in 1...2 { try app.run("rows.upsert{ row = { id = \(id) } }") }
    try Self.save(app, log + " ", to: "log")
    app.host.poll()
    #expect(Self.previews(app).isEmpty)
    try Self.save(app, log.replacing("\"row\"", with: "\"ROW\""), to: "log")
    app.host.poll()
    #expect(Self.previews(app) == [ReplayPreview(generation: 3, actions: 2, differing: [1, 2])])
    #expect(try app.state("rows.count") == 2)
  }
}
