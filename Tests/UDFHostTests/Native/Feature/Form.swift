import UDF
import UDFHost

/// Several places of a state, some of them inside others, and every way to write them.
struct Form: NativeFeature {
  struct Inner: Codable, Sendable, Equatable {
    var title = ""
    var length = 0
  }

  struct State: Sendable {
    var a = 0
    var b = 0
    var c = 0
    var inner = Inner()
    var rows = EntityTable<String, Todo>(key: \.id)
    var selected: String? = "x"
  }

  enum Action: Codable, Sendable {
    case a(Int)
    case b(Int)
    case c(Int)
    case title(String)
    case inner(String)
    case reset
    case replace
    case undo
    case commit
    case swap
    case rows([String])
    case clear
    case select(String?)
  }

  let name = "form"
  let initialState = State()
  let actions: Record = [
    "a": ["_0": "integer"], "b": ["_0": "integer"], "c": ["_0": "integer"], "title": ["_0": "string"],
    "inner": ["_0": "string"], "reset": [:], "replace": [:], "undo": [:], "commit": [:], "swap": [:],
    "rows": ["_0": ["string"]], "clear": [:], "select": ["_0": "string?"],
  ]
  let fields: [StateField<State>] = [
    .value("a", \.a), .value("b", \.b), .value("c", \.c), .value("inner", \.inner), .value("title", \.inner.title),
    .rows("rows", \.rows), .rowsByKey("byKey", \.rows), .value("selected", \.selected),
  ]

  func reduce(_ state: inout Recorded<State>, _ action: Action) -> Effect<Action> {
    switch action {
    case .a(let number): state.a = number
    case .b(let number): state.b = number
    case .c(let number): state.c = number
    case .title(let text): state[\.inner.title] = text
    case .inner(let text): state.inner = Inner(title: text, length: text.count)
    case .reset: state.value = State()
    case .replace: state = Recorded(State())
    case .undo:
      state.undo()
      state.travel(to: 0)
    case .commit:
      state.a = -1
      state.commit()
    case .swap: state.rows = EntityTable(key: \.id)
    case .rows(let ids):
      try? state.rows.replaceAll(ids.map { Todo(id: $0, title: "row \($0)", done: false) })
    case .clear: Form.clear(&state.rows)
    case .select(let name): state.selected = name
    }
    return .none
  }

  private static func clear(_ table: inout EntityTable<String, Todo>) { table = EntityTable(key: \.id) }
}
