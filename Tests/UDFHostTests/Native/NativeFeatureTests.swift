import HostTesting
import Testing
import UDF
import UDFHost

@Suite("a feature in Swift")
struct NativeFeatureTests {
  private static func app(
    _ app: String =
      #"local udf = require "udf" return udf.app { name = "test", features = { udf.native "todos", require "summary" } }"#
  ) throws -> TestHost {
    try TestHost(["summary": Source.summary, "app": app]) { $0.features = [Todos()] }
  }

  @Test("is used, read and undone like one in Lua")
  func likeLua() throws {
    let app = try Self.app()
    try app.run(#"todos.add{ id = "a", title = "read" }"#)
    try app.run(#"dispatch{ type = "todos/add", id = "b", title = "write" }"#)
    try app.run(#"todos.toggle{ id = "a" }"#)
    #expect(
      app.actions.map(\.changes) == [
        [
          Change(.set, try Path("todos.count"), old: 0, new: 1),
          Change(.insert, try Path("todos.items[1]"), new: ["done": false, "id": "a", "title": "read"]),
          Change(.set, try Path("summary.added"), old: 0, new: 1),
        ],
        [
          Change(.set, try Path("todos.count"), old: 1, new: 2),
          Change(.insert, try Path("todos.items[2]"), new: ["done": false, "id": "b", "title": "write"]),
          Change(.set, try Path("summary.added"), old: 1, new: 2),
        ],
        [Change(.set, try Path("todos.items[1].done"), old: false, new: true)],
      ])
    #expect(try app.run("state.todos.items[1].done") == true)
    #expect(try app.run("view.summary") == ["added": 2, "count": 2, "open": ["write"]])
    _ = try app.host.undo()
    #expect(try app.run("view.summary") == ["added": 2, "count": 2, "open": ["read", "write"]])
    _ = try app.host.undo()
    #expect(try app.run("view.summary") == ["added": 1, "count": 1, "open": ["read"]])
    _ = try app.host.redo()
    _ = try app.host.redo()
    #expect(try app.run("view.summary") == ["added": 2, "count": 2, "open": ["write"]])
    #expect(
      try app.state("todos") == [
        "count": 2, "draft": ["tags": [], "title": ""],
        "items": [
          ["done": true, "id": "a", "title": "read"], ["done": false, "id": "b", "title": "write"],
        ],
      ])
  }

  @Test("that throws changes nothing, and its error names the sender of the action")
  func throwing() throws {
    let app = try Self.app()
    try app.run(#"todos.add{ id = "f1", title = "one" }"#)
    let before = try app.state()
    #expect(
      app.failure("todos.fail{ after = 1 }") == """
        prompt:1: todos/fail: failed after 1
          The action was refused and the state is unchanged.
        """)
    #expect(
      app.failure("todos.fail{ after = 3 }") == """
        prompt:1: todos/fail: there is already a row with the key "f1"
          The action was refused and the state is unchanged.
          To fix this, give the row a key of its own, or upsert it
        """)
    #expect(try app.state() == before)
    #expect(app.actions.map(\.status) == [.committed, .rejected, .rejected])
    _ = try app.host.undo()
    #expect(try app.state("todos.items") == [])
    // The same where something can be done again.
    #expect(
      app.failure("todos.fail{ after = 0 }") == """
        prompt:1: todos/fail: failed after 0
          The action was refused and the state is unchanged.
        """)
    _ = try app.host.redo()
    #expect(try app.state() == before)
  }

  @Test("refuses fields that do not fit their declaration, with the same message as Lua")
  func undeclared() throws {
    let app = try Self.app()
    #expect(
      app.failure(#"todos.inc{ by = "x" }"#) == """
        app.lua:1: todos/inc: by must be an integer, got string "x"
          The action was refused and the state is unchanged.
          To fix this, send an integer: todos.inc{ by = 2 }
        """)
    #expect(
      app.failure("todos.incc{}") == #"prompt:1: todos has no action "incc". Did you mean "inc"?"#)
  }

  @Test("has effects, whose actions are logged like others")
  func effects() throws {
    let app = try Self.app()
    try app.run("todos.later{ by = 5 }")
    #expect(app.actions.map(\.type) == ["todos/later", "todos/inc"])
    #expect(app.actions.map(\.origin) == [.prompt, .effect])
    #expect(try app.state("todos.count") == 5)
  }

  @Test("has typed actions and state in Swift")
  func typed() throws {
    let app = try Self.app()
    let todos = try app.host.native(Todos.self)
    var seen: [Int] = []
    let subscription = todos.subscribe { seen.append($0.count) }
    try todos.send(.inc(by: 2))
    try todos.send(.add(id: "a", title: "one"))
    #expect(todos.state.items["a"] == Todo(id: "a", title: "one", done: false))
    #expect(throws: HostError.self) { try todos.send(.remove(id: "z")) }
    #expect(try app.run("state.todos.count") == 3)
    #expect(seen == [2, 3])
    try app.run("todos.inc{}")
    _ = try app.host.undo()
    #expect(app.host.reload(reset: true).ok)
    #expect(seen == [2, 3, 4, 3, 0])
    subscription.cancel()
  }

  @Test("that replaces one in Lua at a reload takes over its state, and gives it back")
  func moved() throws {
    let inLua =
      #"local udf = require "udf" return udf.app { name = "test", features = { require "todos", require "summary" } }"#
    let inSwift = inLua.replacing(#"require "todos""#, with: #"udf.native "todos""#)
    let app = try TestHost(["todos": Source.todos, "summary": Source.summary, "app": inLua]) {
      $0.features = [Todos()]
    }
    try app.run(#"todos.add{ id = "a", title = "read" }"#)
    let held = try app.state("todos")
    #expect(try app.reload("app", as: inSwift)?.error == nil)
    #expect(try app.state("todos") == held)
    #expect(try app.run("view.summary") == ["added": 1, "count": 1, "open": ["read"]])
    try app.run(#"todos.toggle{ id = "a" }"#)
    #expect(try app.host.native(Todos.self).state.items["a"]?.done == true)
    #expect(try app.reload("app", as: inLua)?.error == nil)
    #expect(try app.run("view.summary") == ["added": 1, "count": 1, "open": []])
    try app.run(#"todos.toggle{ id = "a" }"#)
    #expect(try app.run("view.summary.open") == ["read"])
  }

  @Test("that the program does not have is refused at load, with a list of those it has")
  func unknown() throws {
    let app = #"local udf = require "udf" return udf.app { name = "test", features = { udf.native "todo" } }"#
    #expect(
      failure { _ = try TestHost(["app": app]) { $0.features = [Todos()] } } == """
        app.lua:1: todo: udf.native: there is no native feature "todo"
          Registered are: todos. Did you mean "todos"?
        """)
    #expect(
      failure { _ = try TestHost(["app": app]) } == """
        app.lua:1: todo: udf.native: there is no native feature "todo"
          This program has registered none; a Swift program does so with HostConfiguration.features.
        """)
  }

  private struct Twice: NativeFeature {
    struct State: Sendable { var a = 0 }
    let name = "twice"
    let initialState = State()
    let actions: Record = [:]
    let fields: [StateField<State>]
    func reduce(_ state: inout Recorded<State>, _ action: Never) -> Effect<Never> {}
    func action(_ name: String, _ fields: PackedRecord) throws -> Never { throw CancellationError() }
    func plain(_ action: Never) -> (name: String, fields: Record) {}
  }

  @Test(
    "is refused at load with a field's name that is used twice or not valid, and with another feature of its name",
    arguments: [
      ([["a", "a"]], "two fields have the name \"a\""),
      ([["a b"]], "the field \"a b\" must be a Lua name (letters, digits, _)"),
      ([["a"], ["a"]], "this program registers 2 native features of this name"),
    ] as [([[String]], String)])
  func illDeclared(features: [[String]], problem: String) {
    let app = #"local udf = require "udf" return udf.app { name = "test", features = { udf.native "twice" } }"#
    #expect(
      failure {
        _ = try TestHost(["app": app]) { configuration in
          configuration.features = features.map { names in Twice(fields: names.map { .value($0, \.a) }) }
        }
      } == "app.lua:1: twice: \(problem)")
  }

  @Test("can be written only by its own reducer")
  func readOnly() throws {
    let app = try Self.app()
    try app.run(#"todos.add{ id = "a", title = "read" }"#)
    #expect(
      app.failure("state.todos.items[1].done = true")
        == "prompt:1: todos.items[1].done is read-only: 'todos' is a native feature; send it an action")
  }

  @Test("gets its initial state with :reload!, and can be observed by path")
  func resetAndWatched() throws {
    let app = try Self.app()
    var titles: [Value] = []
    let subscription = try app.host.subscribe(at: "todos.items[1].title") { titles.append($0) }
    let observed = try app.host.observed(at: "todos.count")
    try app.run(#"todos.add{ id = "a", title = "read" }"#)
    try app.run("todos.inc{}")
    try app.run(#"todos.rename{ id = "a", title = "write" }"#)
    #expect(observed.value == 2)
    #expect(app.host.reload(reset: true).ok)
    #expect(titles == [.none, "read", "write", .none])
    #expect(observed.value == 0)
    #expect(try app.run("#state.todos.items") == 0)
    subscription.cancel()
  }
}
