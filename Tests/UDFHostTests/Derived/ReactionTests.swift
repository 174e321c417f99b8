import HostTesting
import Testing
import UDFHost

@Suite("a reaction")
struct ReactionTests {
  private static func app(_ reactions: String, more: String = "") throws -> TestHost {
    try TestHost([
      "a": Source.feature(
        """
          name = "a",
          state = { items = udf.list {}, filter = { text = "" }, notes = udf.list {} },
          reduce = {
            add = function(state, action) table.insert(state.items, { n = action.n }) end,
            set = function(state, action) state.items[action.at].n = action.n end,
            again = function(state) return { items = { { n = 1 } }, filter = { text = "" }, notes = state.notes } end,
            filter = function(state, action) state.filter.text = action.text end,
            note = function(state, action) table.insert(state.notes, action.text) end,
            fails = function(state) state.filter.text = "failed" error("no") end,
          },
          reactions = { \(reactions) },
        \(more)
        """)
    ])
  }

  private static func notes(_ app: TestHost) throws -> [String] {
    guard case .list(let notes) = try app.state("a.notes") else { return [] }
    return notes.map { if case .string(let text) = $0 { text } else { "?" } }
  }

  private static let noting = """
    save = { "items", "filter.text", function(cx, items, text)
      cx.send { type = "note", text = #items .. "/" .. text .. "/" .. tostring(items[1] and items[1].n) }
    end },
    """

  @Test("starts after an action that changed an input, with the values of the inputs")
  func starts() throws {
    let app = try Self.app(Self.noting)
    try app.run("a.add{ n = 1 }")
    try app.run("a.filter{ text = 'x' }")
    try app.run("a.set{ at = 1, n = 5 }")
    #expect(try Self.notes(app) == ["1//1", "1/x/1", "1/x/5"])
    #expect(app.actions.map(\.type) == ["a/add", "a/note", "a/filter", "a/note", "a/set", "a/note"])
    #expect(app.actions.map(\.origin) == [.prompt, .effect, .prompt, .effect, .prompt, .effect])
  }

  @Test("does not start for an equal value, a refused action, or another field")
  func equal() throws {
    let app = try Self.app(Self.noting)
    try app.run("a.add{ n = 1 }")
    try app.run("a.filter{ text = '' } a.set{ at = 1, n = 1 } a.again{} a.note{ text = 'by hand' }")
    #expect(app.failure("a.fails{}") != "")
    #expect(try Self.notes(app) == ["1//1", "by hand"])
  }

  @Test("with undo = true also starts after an undo and a redo, so that it can save what is shown")
  func followsUndo() throws {
    let app = try TestHost([
      "a": Source.feature(
        """
        name = "a", state = { items = udf.list {} }, actions = { add = { n = "integer" } },
        reduce = { add = function(state, action) table.insert(state.items, action.n) end },
        uses = { "log" },
        reactions = {
          save = { "items", udf.debounce(1, function(cx, items) cx.log("info", "saved " .. table.concat(items, ",")) end), undo = true },
        },
        """)
    ])
    func saved() -> [String] {
      app.pass(2)
      return app.logs.map { String($0.dropFirst("info ".count)) }
    }
    try app.run("a.add{ n = 1 }")
    #expect(saved() == ["saved 1"])
    try app.run("a.add{ n = 2 }")
    // The save of the undone action is cancelled, and what remains is saved.
    try app.run("a.add{ n = 3 }")
    _ = try app.host.undo()
    #expect(saved() == ["saved 1", "saved 1,2"])
    _ = try app.host.redo()
    #expect(saved() == ["saved 1", "saved 1,2", "saved 1,2,3"])
    _ = try app.host.undo(3)
    #expect(saved().last == "saved ")
  }

  @Test("does not start because of an undo, a redo or a reload")
  func travels() throws {
    let app = try Self.app(Self.noting)
    try app.run("a.add{ n = 1 }")
    _ = try app.host.undo()
    #expect(try Self.notes(app) == [])
    _ = try app.host.redo()
    #expect(try Self.notes(app) == ["1//1"])
    #expect(app.host.reload(reset: false).ok)
    try app.run("a.note{ text = 'by hand' }")
    #expect(try Self.notes(app) == ["1//1", "by hand"])
    #expect(app.host.reload(reset: true).ok)
    try app.run("a.note{ text = 'after' }")
    #expect(try Self.notes(app) == ["after"])
    try app.run("a.filter{ text = 'y' }")
    #expect(try Self.notes(app) == ["after", "0/y/nil"])
  }

  @Test("can have a policy, and an id computed from its inputs")
  func policies() throws {
    let app = try Self.app(
      """
      search = { "filter.text", udf.debounce(0.3, udf.latest(function(cx, text)
        cx.sleep(1)
        cx.send { type = "note", text = text }
      end, { id = function(text) return #text > 2 and "long" or "short" end })) },
      """)
    try app.run("a.filter{ text = 'a' } a.filter{ text = 'ab' } a.filter{ text = 'abc' }")
    app.pass(0.3)
    app.pass(1)
    #expect(try Self.notes(app) == ["ab", "abc"])
  }

  @Test("can depend on computed values, and receives them")
  func computed() throws {
    let app = try Self.app(
      """
      big = { "computed.big", function(cx, big) cx.send { type = "note", text = tostring(big) } end },
      """,
      more: """
          computed = { big = { "items", function(items)
            if #items == 4 then error("four") end
            return #items > 1
          end } },
        """)
    try app.run("a.add{ n = 1 }")
    try app.run("a.add{ n = 1 }")
    try app.run("a.add{ n = 1 }")
    #expect(try Self.notes(app) == ["true"])
    app.forgetEvents()
    try app.run("a.add{ n = 1 }")
    #expect(
      app.errors.map(\.message) == ["a.lua:15: reaction a.big: computed.big: four\n  The reaction was not started."])
    #expect(try app.state("a.items").kind == "list")
  }

  @Test("reports its error with its name, and ends")
  func fails() throws {
    let app = try Self.app("bad = { 'items', function(cx, items) error('no ' .. #items) end },")
    try app.run("a.add{ n = 1 }")
    #expect(
      app.errors.map(\.message) == [
        "a.lua:13: reaction a.bad: no 1\n  The effect has ended; the state is as it left it."
      ])
    #expect(app.host.isSettled)
  }

  @Test("is stopped if it repeatedly changes its own input")
  func loops() throws {
    let app = try Self.app(
      """
      loop = { "filter.text", function(cx, text)
        cx.send { type = "filter", text = text == "a" and "b" or "a" }
      end },
      """)
    _ = app.failure("a.filter{ text = 'a' }")
    #expect(app.errors.map(\.code) == ["loop"])
    app.host.poll()
    #expect(app.host.isSettled)
  }

  @Test("can be cancelled by its name")
  func cancelled() throws {
    let app = try Self.app(
      "slow = { 'items', function(cx) cx.sleep(1) cx.send { type = 'note', text = 'late' } end },",
      more: "  effects = { filter = function(cx) cx.cancel('slow') end },")
    try app.run("a.add{ n = 1 } a.filter{ text = 'x' }")
    #expect(app.host.isSettled)
    app.pass(2)
    #expect(try Self.notes(app) == [])
  }

  @Test("can depend on a feature in Swift")
  func native() throws {
    let app = try TestHost([
      "app": """
      local udf = require "udf"
      return udf.app { name = "t", features = { udf.native("todos", {
        reactions = { count = { "count", function(cx, count) cx.log("info", "count " .. count) end } },
      }) } }
      """
    ]) { $0.features = [Todos()] }
    try app.run("todos.inc{ by = 2 } todos.inc{ by = 0 } todos.type{ text = 'x' } todos.inc{}")
    #expect(app.logs == ["info count 2", "info count 3"])
    #expect(
      failure {
        _ = try TestHost([
          "app": """
          local udf = require "udf"
          local todos = udf.native("todos", { computed = { n = { "cuont", print } } })
          return udf.app { name = "t", features = { todos } }
          """
        ]) { $0.features = [Todos()] }
      } == """
        app.lua:2:50: todos: computed.n: there is no field "cuont". Did you mean "count"?
           1 | local udf = require "udf"
           2 | local todos = udf.native("todos", { computed = { n = { "cuont", print } } })
             |                                                  ^
        """)
  }
}
