import UDF
import UDFHost

/// A counter and todos in Swift, the same as ``Source/todos`` in Lua.
struct Todos: NativeFeature {
  struct State: Sendable {
    var count = 0
    var items = EntityTable<String, Todo>(key: \.id)
    var draft = Draft()
  }

  struct Draft: Codable, Sendable {
    var title = ""
    var tags: [String] = []
  }

  enum Action: Codable, Sendable {
    case inc(by: Int?)
    case add(id: String, title: String)
    case toggle(id: String)
    case rename(id: String, title: String)
    case remove(id: String)
    case clear
    case type(text: String)
    case tag(name: String)
    case fail(after: Int)
    case later(by: Int)
  }

  struct Failure: Error, CustomStringConvertible { let description: String }

  let name = "todos"
  let initialState = State()
  let actions: Record = [
    "inc": ["by": "integer?"], "add": ["id": "string", "title": "string"], "toggle": ["id": "string"],
    "rename": ["id": "string", "title": "string"], "remove": ["id": "string"], "clear": [:],
    "type": ["text": "string"], "tag": ["name": "string"], "fail": ["after": "integer"], "later": ["by": "integer"],
  ]
  let fields: [StateField<State>] = [.value("count", \.count), .rows("items", \.items), .value("draft", \.draft)]

  func reduce(_ state: inout Recorded<State>, _ action: Action) throws -> Effect<Action> {
    switch action {
    case .inc(let by): state.count += by ?? 1
    case .add(let id, let title):
      state.count += 1
      try state.items.insert(Todo(id: id, title: title, done: false))
    case .toggle(let id): try state.items.update(id) { $0.done.toggle() }
    case .rename(let id, let title): try state.items.update(id) { $0.title = title }
    case .remove(let id):
      if state.items.remove(id) == nil { throw Failure(description: "there is no todo \(id)") }
    case .clear:
      for todo in state.items.rows where todo.done { state.items.remove(todo.id) }
    case .type(let text): state.draft.title = text
    case .tag(let name): state.draft.tags.append(name)
    case .fail(let after):
      for index in 0..<max(0, after) { try state.items.insert(Todo(id: "f\(index)", title: "", done: false)) }
      state.count = -1
      throw Failure(description: "failed after \(after)")
    case .later(let by): return .send(.inc(by: by))
    }
    return .none
  }
}
