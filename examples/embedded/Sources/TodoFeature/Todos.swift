import UDF
import UDFHost

/// The feature whose reducer is Swift. The `app.lua` of both programs lists it as `udf.native "todos"`.
package struct Todos: NativeFeature {
  package struct State: Sendable {
    package var items = EntityTable<String, Todo>(key: \.id)
    package var added = 0
  }

  package enum Action: Codable, Sendable {
    case add(title: String)
    case toggle(id: String)
    case clear
  }

  package let name = "todos"
  package let initialState = State()
  package let actions: Record = ["add": ["title": "string"], "toggle": ["id": "string"], "clear": [:]]
  package let fields: [StateField<State>] = [.rows("items", \.items), .value("added", \.added)]

  package init() {}

  package func reduce(_ state: inout Recorded<State>, _ action: Action) throws -> Effect<Action> {
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
