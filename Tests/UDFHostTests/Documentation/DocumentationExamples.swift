import FolderTesting
import HostTesting
import SeededTesting
import Testing
import UDF
import UDFHost
import UDFTooling

/// The examples of the catalog's pages, as they stand there but for where the app is.
@Suite("examples in the documentation of UDFHost")
struct DocumentationExamples {
  private final class Printed {
    var values: [Value] = []
    func print(_ value: Value) { values.append(value) }
  }

  struct Todo: Codable, Sendable {
    var id: String
    var title: String
    var done = false
  }

  struct Todos: NativeFeature {
    struct State: Sendable {
      var items = EntityTable<String, Todo>(key: \.id)
      var added = 0
    }

    enum Action: Codable, Sendable {
      case add(title: String)
      case toggle(id: String)
    }

    let name = "todos"
    let initialState = State()
    let actions: Record = ["add": ["title": "string"], "toggle": ["id": "string"]]
    let fields: [StateField<State>] = [.rows("items", \.items), .value("added", \.added)]

    func reduce(_ state: inout Recorded<State>, _ action: Action) throws -> Effect<Action> {
      switch action {
      case .add(let title):
        state.added += 1
        try state.items.insert(Todo(id: "t\(state.added)", title: title))
      case .toggle(let id):
        try state.items.update(id) { $0.done.toggle() }
      }
      return .none
    }
  }

  private static func app(_ features: String...) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.save(Source.counter, to: "counter.lua")
    try folder.save(
      "local udf = require \"udf\" return udf.app { name = \"test\", features = { \(features.joined(separator: ", ")) } }",
      to: "app.lua")
    return folder
  }

  @Test("sending actions to a host and observing it")
  func host() throws {
    let folder = try Self.app("require \"counter\"")
    let printed = Printed()
    let host = try AppHost(HostConfiguration(app: folder("app.lua")))
    let subscription = try host.subscribe(at: "counter.count") { printed.print($0) }
    try host.send("counter/inc", ["by": 2])
    subscription.cancel()
    #expect(printed.values == [0, 2])
  }

  @Test("a feature in Swift")
  func native() throws {
    let folder = try Self.app("udf.native \"todos\"")
    var configuration = HostConfiguration(app: folder("app.lua"))
    configuration.features = [Todos()]
    let host = try AppHost(configuration)
    let todos = try host.native(Todos.self)
    try todos.send(.add(title: "read"))
    try host.send("todos/toggle", ["id": "t1"])
    #expect(todos.state.items["t1"]?.done == true)
  }

  @Test("moving a reducer to Swift")
  func comparison() throws {
    let folder = try Self.app(
      """
      udf.feature {
        name = "todos", state = { items = udf.list {}, added = 0 },
        reduce = {
          add = function(state, action)
            state.added = state.added + 1
            table.insert(state.items, { id = "t" .. state.added, title = action.title, done = false })
          end,
          toggle = function(state, action)
            for _, todo in ipairs(state.items) do
              if todo.id == action.id then todo.done = not todo.done return end
            end
            error("no such todo")
          end,
        },
      }
      """)
    let comparison = FeatureComparison(app: folder("app.lua"), native: Todos())
    var generator = SeededGenerator(seed: Seed.current)
    let session = try comparison.randomSession(count: 100, using: &generator)
    #expect(try comparison.firstDifference(in: session) == nil, "\(Seed.replay)")
  }
}
