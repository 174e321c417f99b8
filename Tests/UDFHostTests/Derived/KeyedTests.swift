import HostTesting
import Testing
import UDFHost

/// Row "lifted, keyed, optional reducers" of the concepts, from Lua.
@Suite("features made of another feature")
struct KeyedTests {
  private static let counter = Source.feature(
    """
      name = "counter", state = { count = 0 },
      actions = { inc = { by = "integer?" }, reset = {}, soon = {} },
      events = { tap = "inc", twice = function(_, state) return { type = "inc", by = 2 } end, none = false },
      reduce = {
        inc = function(state, action) state.count = state.count + (action.by or 1) end,
        reset = function() return { count = 0 } end,
        ["all/clear"] = function(state) state.count = -1 end,
      },
      effects = {
        soon = udf.latest(function(cx) cx.sleep(1) cx.send { type = "inc", by = cx.state.count } end),
      },
      view = function(state) print("view") return "count " .. state.count end,
    """)

  private static let all = Source.feature(
    "name = 'all', actions = { clear = {} }, reduce = { clear = function() end },")

  private static func app(_ making: String) throws -> TestHost {
    try TestHost([
      "app": """
      local udf = require "udf"
      local counter, all = require "counter", require "all"
      return udf.app { name = "t", features = { all, \(making) } }
      """,
      "counter": counter, "all": all,
    ])
  }

  @Test("lifted: a feature under two names has two states and separate actions")
  func lifted() throws {
    let app = try TestHost([
      "app": """
      local udf = require "udf"
      local function counter(name)
        return udf.feature {
          name = name, state = { count = 0 },
          reduce = { inc = function(state) state.count = state.count + 1 end },
        }
      end
      return udf.app { name = "t", features = { counter "apples", counter "pears" } }
      """
    ])
    try app.run("apples.inc{} apples.inc{} pears.inc{}")
    #expect(try app.state() == ["apples": ["count": 2], "pears": ["count": 1]])
  }

  @Test("keyed: an event of an item reaches the flow, with the state of that item")
  func emitting() throws {
    let app = try TestHost([
      "app": """
      local udf = require "udf"
      local counter = udf.feature {
        name = "counter", state = { count = 0 },
        reduce = { inc = function(state) state.count = state.count + 1 end, open = function() end },
        emits = {
          open = "opened",
          inc = function(_, state) if state.count == 2 then return { name = "full", count = state.count } end end,
        },
      }
      return udf.app {
        name = "t", features = { udf.keyed { name = "counters", key = "id", feature = counter } },
        scenes = { udf.scene { name = "s", view = function(_, params) return params end } },
        flow = udf.flow {
          start = "list", routes = { list = { scene = "s" }, one = { scene = "s" }, full = { scene = "s" } },
          on = {
            ["counters.opened"] = function(nav, event) nav.push("one", { id = event.id }) end,
            ["counters.full"] = function(nav, event) nav.push("full", { count = event.count }) end,
          },
        },
      }
      """
    ])
    try app.run("counters.add{ id = 'a' } counters.inc{ id = 'a' } counters.open{ id = 'a' }")
    #expect(try app.run("nav.path[#nav.path].params.id") == "a")
    try app.run("counters.inc{ id = 'a' }")
    #expect(try app.run("nav.path[#nav.path].params.count") == 2)
    #expect(try app.run("#nav.path") == 3)
  }

  @Test("keyed: each action is for one counter of a list; for a missing key, it is reported and does nothing")
  func keyed() throws {
    let app = try Self.app("udf.keyed { name = 'counters', key = 'id', feature = counter }")
    try app.run("counters.add{ id = 'a' } counters.add{ id = 7, state = { count = 5 } }")
    try app.run("counters.inc{ id = 'a' } counters.inc{ id = 7, by = 10 }")
    try app.host.event("counters.tap", ["id": "a"])
    try app.host.event("counters.twice", ["id": "a"])
    #expect(try app.state("counters.items") == [["count": 4, "id": "a"], ["count": 15, "id": 7]])
    #expect(try app.host.view(of: "counters") == [["id": "a", "view": "count 4"], ["id": 7, "view": "count 15"]])
    try app.run("counters.reset{ id = 'a' }")
    app.forgetEvents()
    _ = try app.host.view(of: "counters")
    #expect(Counted.runs(app) == ["view"])
    #expect(try app.state("counters.items[1]") == ["count": 0, "id": "a"])

    try app.run("counters.inc{ id = 'b' } counters.remove{ id = 'b' }")
    #expect(
      app.logs == [
        "warning counters/inc: there is no item with id = b; nothing was done",
        "warning counters/remove: there is no item with id = b; nothing was done",
      ])
    #expect(app.actions.allSatisfy { $0.status == .committed && $0.changes.isEmpty })
    try app.run("all.clear{}")
    #expect(try app.state("counters.items") == [["count": -1, "id": "a"], ["count": -1, "id": 7]])
    try app.run("counters.remove{ id = 'a' }")
    #expect(try app.state("counters.items") == [["count": -1, "id": 7]])
    #expect(
      app.failure("counters.add{ id = 7 }").split(separator: "\n")[0]
        == "prompt:1: counters/add: there is an item with id = 7 already")
    for (fields, text) in [
      ("id = '7'", "there is an item with id = 7 already"),
      ("id = {}", "id must be a string or an integer, got table"),
      ("id = 0/0", "id must be a string or an integer, got float"),
    ] {
      #expect(
        app.failure("counters.add{ \(fields) }").split(separator: "\n")[0] == "prompt:1: counters/add: \(text)")
    }
    try app.run("counters.add{ id = 3, state = { id = 9, count = 1 } }")
    #expect(try app.state("counters.items[2]") == ["count": 1, "id": 3])
  }

  @Test("keyed: effects of two items run concurrently and belong to their items")
  func effects() throws {
    let app = try Self.app("udf.keyed { name = 'counters', key = 'id', feature = counter }")
    try app.run("for i = 1, 3 do counters.add{ id = i, state = { count = i } } end")
    try app.run("for i = 1, 3 do counters.soon{ id = i } end counters.soon{ id = 1 } counters.soon{ id = 'x' }")
    try app.run("counters.remove{ id = 3 }")
    app.pass(1)
    #expect(try app.state("counters.items") == [["count": 2, "id": 1], ["count": 4, "id": 2]])
    #expect(
      app.logs == [
        "warning counters/inc: there is no item with id = 3; nothing was done"
      ])
  }

  @Test("optional: exists between add and remove; an action before or after is reported and does nothing")
  func optional() throws {
    let app = try Self.app("udf.optional { name = 'editor', feature = counter }")
    try app.run("editor.inc{}")
    #expect(app.logs == ["warning editor/inc: there is no item; nothing was done"])
    #expect(try app.host.view(of: "editor") == Value.none)
    try app.run("editor.add{ state = { count = 3 } } editor.inc{}")
    #expect(try app.state("editor") == ["item": ["count": 4]])
    #expect(try app.host.view(of: "editor") == "count 4")
    try app.run("editor.soon{} all.clear{} editor.remove{}")
    app.pass(1)
    #expect(try app.state("editor") == [:])
    _ = try app.host.undo()
    // The effect's `inc{ by = -1 }` came meanwhile, and finds the item now.
    #expect(try app.state("editor.item.count") == -2)
  }

  static let refusals: [(making: String, text: String)] = [
    ("udf.keyed { name = 'x', feature = counter }", "udf.keyed: key is missing"),
    ("udf.keyed { name = 'x', key = 'id', feature = {} }", "udf.keyed: feature must be a feature, got table"),
    (
      "udf.optional { name = 'x', key = 'id', feature = counter }",
      "udf.optional: unknown key \"key\". Known names: feature, name."
    ),
    (
      "udf.optional { name = 'x', feature = udf.feature { name = 'y', reduce = { add = function() end } } }",
      "udf.optional: the feature y has an action \"add\", which is reserved for the list of items"
    ),
    (
      "udf.optional { name = 'x', feature = udf.feature { name = 'y', state = { n = 1 }, computed = { m = { 'n', tostring } } } }",
      "udf.optional: the feature y has computed, which an item cannot have"
    ),
    (
      "udf.optional { name = 'x', feature = udf.feature { name = 'y', effects = { ['all/clear'] = function() end } } }",
      "udf.optional: the feature y has an effect of \"all/clear\", which belongs to no single item"
    ),
  ]

  @Test("are refused when the app loads if they have parts that an item cannot have", arguments: refusals)
  func refused(_ making: String, _ text: String) throws {
    let message = failure { _ = try Self.app(making) }
    #expect(message.split(separator: "\n")[0].hasSuffix(text), "\(message)")
  }
}
