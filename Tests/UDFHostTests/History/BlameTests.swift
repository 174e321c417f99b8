import HostTesting
import SeededTesting
import Testing

@testable import UDFHost

@Suite("blame")
struct BlameTests {
  private static let shop = Source.feature(
    """
      name = "shop",
      state = { items = udf.list {}, total = 0, note = "none" },
      reduce = {
        add = function(state, action)
          require_helper.put(state.items, action.sku)
          state.total = state.total + 1
        end,
        edit = function(state, action) state.items[action.i].qty = action.qty end,
        raise = function(state, action)
          if action.i then state.items[action.i], state.items[1] = state.items[1], state.items[action.i] end
        end,
        drop = function(state, action) table.remove(state.items, action.i) end,
        sort = function(state) table.sort(state.items, function(a, b) return a.sku < b.sku end) end,
        whole = function(state) return { items = state.items, total = 100, note = state.note } end,
        fail = function(state) state.total = -1 error("no") end,
      },
    """
  ).replacing("local udf = require \"udf\"", with: "local udf, require_helper = require \"udf\", require \"helper\"")
  private static let helper = """
    local helper = {}
    function helper.put(items, sku)
      table.insert(items, { sku = sku, qty = 1 })
    end
    return helper
    """

  private static func app(_ configure: (inout HostConfiguration) -> Void = { _ in }) throws -> TestHost {
    try TestHost(["app": Source.app(["shop"]), "shop": shop, "helper": helper]) {
      $0.keepsSites = true
      configure(&$0)
    }
  }

  private static func text(_ app: TestHost, _ path: String) throws -> String {
    let blame = try app.host.blame(path)
    guard let action = blame.action else { return blame.isWholeHistory ? "initial state" : "forgotten" }
    return "#\(action.n) \(action.type) \(blame.site ?? "?")"
  }

  @Test("none of them has › names the action and the line that wrote, in whatever file, and who sent it and when")
  func lines() throws {
    let app = try Self.app()
    app.clock.advance(by: 3)
    try app.run("shop.add{ sku = 'B' }")
    app.clock.advance(by: 2)
    #expect(try Self.text(app, "shop.total") == "#1 shop/add shop.lua:8")
    #expect(try Self.text(app, "shop.items[1].sku") == "#1 shop/add helper.lua:3")
    #expect(try Self.text(app, "shop.items") == "#1 shop/add helper.lua:3")
    #expect(try Self.text(app, "shop") == "#1 shop/add shop.lua:8")
    #expect(try Self.text(app, "shop.note") == "initial state")
    let blame = try app.host.blame("shop.total")
    #expect(blame.value == 1 && blame.age == 2 && blame.action?.time == 3)
    #expect(blame.action?.site == "prompt:1" && blame.action?.origin == .prompt)
    #expect(blame.written == (try Path("shop.total")) && blame.native == nil)
  }

  @Test("follows an item that insertions or sorting move, and names the write that added it")
  func follows() throws {
    let app = try Self.app()
    for sku in ["C", "B", "A"] { try app.run("shop.add{ sku = '\(sku)' }") }
    try app.run("shop.edit{ i = 2, qty = 5 }")
    try app.run("shop.drop{ i = 1 }")
    #expect(try Self.text(app, "shop.items[1].qty") == "#4 shop/edit shop.lua:10")
    #expect(try Self.text(app, "shop.items[1].sku") == "#2 shop/add helper.lua:3")
    try app.run("shop.sort()")
    #expect(try Self.text(app, "shop.items[2].qty") == "#4 shop/edit shop.lua:10")
    #expect(try Self.text(app, "shop.items[1].qty") == "#3 shop/add helper.lua:3")
    #expect(try Self.text(app, "shop.items") == "#6 shop/sort shop.lua:15")
  }

  @Test("names the reducer's line for a table that the reducer returns")
  func returned() throws {
    let app = try Self.app()
    try app.run("shop.whole()")
    #expect(try Self.text(app, "shop.total") == "#1 shop/whole shop.lua:16")
    #expect(try Self.text(app, "shop.note") == "initial state")
  }

  @Test("names the right write after undo and redo, and after a reducer that raised")
  func undo() throws {
    let app = try Self.app()
    try app.run("shop.add{ sku = 'A' }")
    try app.run("shop.whole()")
    _ = try app.host.undo()
    #expect(try Self.text(app, "shop.total") == "#1 shop/add shop.lua:8")
    _ = app.failure("shop.fail()")
    #expect(try Self.text(app, "shop.total") == "#1 shop/add shop.lua:8")
    _ = try app.host.redo()
    #expect(try Self.text(app, "shop.total") == "#2 shop/whole shop.lua:16")
    _ = try app.host.undo()
    _ = try app.host.undo()
    #expect(try Self.text(app, "shop.total") == "initial state")
  }

  @Test("does not name the initial state for a value that only removed actions wrote")
  func forgotten() throws {
    let app = try Self.app { $0.historyLimit = 2 }
    try app.run("shop.whole()")
    for sku in ["A", "B", "C"] { try app.run("shop.add{ sku = '\(sku)' }") }
    #expect(try Self.text(app, "shop.note") == "forgotten")
    #expect(try Self.text(app, "shop.items[1]") == "forgotten")
    #expect(try Self.text(app, "shop.items[3]") == "#4 shop/add helper.lua:3")
    _ = app.host.reload(reset: true)
    #expect(try Self.text(app, "shop.note") == "initial state")
  }

  @Test("names the line as it was before a reload moved it")
  func reloaded() throws {
    let app = try Self.app()
    try app.run("shop.add{ sku = 'A' }")
    _ = try app.reload("helper", as: "-- a new first line\n" + Self.helper)
    #expect(try Self.text(app, "shop.items[1]") == "#1 shop/add helper.lua:3")
    try app.run("shop.add{ sku = 'B' }")
    #expect(try Self.text(app, "shop.items[2]") == "#2 shop/add helper.lua:4")
  }

  @Test("names the action and the feature for a feature in Swift")
  func native() throws {
    let app = try TestHost([
      "app": #"local udf = require "udf" return udf.app { name = "test", features = { udf.native "todos" } }"#
    ]) {
      $0.features = [Todos()]
      $0.keepsSites = true
    }
    try app.run(#"todos.add{ id = "a", title = "read" }"#)
    try app.run(#"todos.toggle{ id = "a" }"#)
    let blame = try app.host.blame("todos.items[1].done")
    #expect(blame.action?.type == "todos/toggle" && blame.native == "todos" && blame.site == nil)
    #expect(try app.host.blame("todos.items[1].title").action?.n == 1)
  }

  @Test("refuses a path that is not valid, or not in a feature")
  func refusals() throws {
    let app = try Self.app()
    #expect(
      failure { _ = try app.host.blame("shpo.total") }
        == "shpo.total: there is no feature \"shpo\". Did you mean \"shop\"?")
    #expect(
      failure { _ = try app.host.blame("shop..x") } == "shop..x: this is not a path; write it as cart.items[1].qty")
  }

  @Test("names an action after which the place had its present value", arguments: 0..<6 as Range<UInt64>)
  func law(_ number: UInt64) throws {
    var generator = SeededGenerator(seed: Seed.current &+ 4000 &+ number)
    let app = try TestHost(["m": Model.source]) { $0.keepsSites = true }
    for _ in 0..<60 { _ = app.failure(Model.Action.random(using: &generator).line) }
    for path in ["m.counts.a", "m.counts.b", "m.counts.c"] {
      let now = try app.state(path)
      let n = try app.host.blame(path).action?.n ?? 0
      try app.host.visit(action: n)
      #expect(try app.state(path) == now, "\(path) after #\(n); \(Seed.replay) \(number)")
      if n > 0 {
        try app.host.visit(action: n - 1)
        let former = try app.state(path)
        let isReplaced = app.host.history.first { $0.n == n }?.type == "m/clear"
        #expect(former != now || isReplaced, "\(path) before #\(n); \(Seed.replay) \(number)")
      }
      try app.host.returnToLive()
    }
  }
}
