import UDF
import UDFHost

/// The feature whose reducer is Swift. `app/app.lua` lists it as `udf.native "todos"`.
struct Todos: NativeFeature {
  struct State: Sendable {
    var items = EntityTable<String, Todo>(key: \.id)
    var added = 0
  }

  enum Action: Codable, Sendable {
    case add(title: String)
    case toggle(id: String)
    case clear
  }

  let name = "todos"
  let initialState = State()
  let actions: Record = ["add": ["title": "string"], "toggle": ["id": "string"], "clear": [:]]
  let fields: [StateField<State>] = [.rows("items", \.items), .value("added", \.added)]

  func reduce(_ state: inout Recorded<State>, _ action: Action) throws -> Effect<Action> {
    switch action {
    case .add(let title):
      state.added += 1
      try state.items.insert(Todo(id: "t\(state.added)", title: title))
    case .toggle(let id):
      try state.items.update(id) { $0.done.toggle() }
    case .clear:
      for todo in state.items.rows where todo.done { state.items.remove(todo.id) }
    }
    return .none
  }
}
