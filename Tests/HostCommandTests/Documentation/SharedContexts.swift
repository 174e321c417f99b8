/// The declarations that several examples in doc comments need.
enum SharedContexts {
  static let recorded = #"""
    var state = Recorded(CartState(), historyLimit: 1)
    let before = state.position
    """#

  static let todos = #"""
    var todos = EntityTable(key: \Todo.id)
    let (loaded, todo, edit) = ([Todo()], Todo(), EntityEdit<Todo>.move(slot: 0, from: 0, to: 0))
    """#

  static let path = "var path = NavigationPath(NewsRoute.list)"

  static let appStore = "let store = Store(AppState(), reducer: features)"

  static let counterStore = "let store = Store(0, reducer: counter)"

  static let recordedCounter = #"""
    let counter = Reducer<Recorded<CounterState>, CounterAction> { _, _ in .none }
    struct CounterState { var count = 0 }
    """#

  static let core = #"""
    struct AppCore: Container {
      let instances = Instances()
      func dependency() -> any CacheStore { shared { MemoryCache() } }
      func dependency() throws -> any Keychain { try ServiceLocator(instances).retrieve() }
    }
    let core = AppCore()
    """#

  static let userListStore = "let store = TestStore(UserListState(), reducer: userList)"

  static let searchActions = #"""
    @Sendable func search(_ text: String) -> Effect<SearchAction> { .none }
    @Sendable func prefetch(_ row: Int) -> Effect<SearchAction> { .none }
    _ = Reducer<SearchState, SearchAction> { state, action in
    switch action {
    $example
    default: return .none
    }
    }
    """#

  /// A reducer whose switch over actions contains the example.
  static func cases(_ state: String, _ action: String) -> String {
    "_ = Reducer<\(state), \(action)> { state, action in\nswitch action {\n$example\ndefault: return .none\n}\n}"
  }
}
