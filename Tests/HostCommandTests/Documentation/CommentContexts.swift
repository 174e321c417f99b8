/// The declarations that single examples in doc comments need beyond ``CommentPrelude``, by the file of the comment and the number of the
/// example in it. `$example` marks the place of the example; without it, the example follows.
enum CommentContexts {
  static let all: [String: String] = [
    "Assignment#2": #"""
    _ = Reducer<FormState, FormAction> { state, action in
    switch action {
    $example
    return .none
    default: return .none
    }
    }
    """#,
    "ChildID#1": SharedContexts.cases("AppState", "AppAction"),
    "ChildID#2": SharedContexts.cases("AppState", "AppAction"),
    "ChildRenders#1": #"""
    struct Row {}
    struct Renders { let row: SceneRender<Int, Row> }
    """#,
    "Container#2": #"""
    struct AppCore: Container {
    let instances = Instances()
    func dependency() -> any CacheStore { shared { MemoryCache() } }
    func dependency() throws -> any Keychain { try ServiceLocator(instances).retrieve() }
    $example
    }
    """#,
    "CyclicDependency#1": SharedContexts.core,
    "Dispatcher#1": #"""
    let search = Store(AppState(), reducer: features)
    let history = Store(AppState(), reducer: features)
    """#,
    "Effect#6": #"""
    var state = AppState()
    $example
    let typed: Effect<CartAction> = effect
    """#,
    "Effect#7": #"""
    var state = AppState()
    $example
    let typed: Effect<AppAction> = effect
    """#,
    "Effect+Outline#1": #"""
    struct State {}
    var state = SearchState()
    """#,
    "Effect+Time#1": SharedContexts.cases("UserListState", "UserListAction"),
    "Effect+Time#3": SharedContexts.searchActions,
    "Effect+Time#4": SharedContexts.searchActions,
    "Effect+Time#6": #"""
    func load(_ user: User) -> Effect<UserListAction> { .none }
    let user = ada
    func effect() -> Effect<UserListAction> {
    $example
    }
    """#,
    "EntityEdit#1": #"""
    var list = [Todo()]
    let edit = EntityEdit<Todo>.move(slot: 0, from: 0, to: 0)
    """#,
    "EntityError#1": SharedContexts.todos,
    "EntityResult#1": SharedContexts.todos,
    "EntityRows#1": SharedContexts.todos,
    "EntityTable+Bulk#1": SharedContexts.todos,
    "EntityTable+Bulk#2": SharedContexts.todos,
    "EntityTable+Query#1": #"""
    var todos = EntityTable(key: \Todo.id)
    let (loaded, todo, edit) = ([Todo()], Todo(), EntityEdit<Todo>.move(slot: 0, from: 0, to: 0))
    let query = EntityQuery<Todo>()
    var page = try todos.query(query)
    """#,
    "EventOutcome#1": #"""
    let store = Store(0, reducer: counter)
    let model = ViewModel(store.scope(), events: CounterEvents(), view: CounterView())
    """#,
    "Flow#1": "enum NewsEvent: ScreenEvent { case articleChosen(Int), loggedIn }",
    "Flow#2": #"""
    enum CheckoutEvent: ScreenEvent { case paid }
    enum CheckoutRoute: Equatable, Sendable { case address }
    struct CheckoutState {}
    enum ShopEvent: ScreenEvent {
      case checkout(CheckoutEvent)
      static let checkout = Prism(ShopEvent.checkout) { if case .checkout(let it) = $0 { it } else { nil } }
    }
    enum ShopRoute: Equatable, Sendable {
      case checkout(CheckoutRoute), list
      static let checkout = Prism(ShopRoute.checkout) { if case .checkout(let it) = $0 { it } else { nil } }
    }
    struct ShopState { var checkout = CheckoutState() }
    let checkout = Flow<CheckoutState, CheckoutEvent, CheckoutRoute>(start: .address) { _ in [] }
    let shop = Flow<ShopState, ShopEvent, ShopRoute>(start: .list) { _ in [] }
    """#,
    "Flow+Reducer#1": "let news = Flow<NewsState, NewsEvent, NewsRoute>(start: .list) { _ in [] }",
    "Interactor#1": #"""
    protocol Lamp: Sendable { func turn(on: Bool) async throws -> Bool }
    struct Desk: Lamp { func turn(on: Bool) async throws -> Bool { on } }
    enum LampAction: Sendable { case toggle, turned(Bool) }
    let lamp = Desk()
    """#,
    "Journaled#1": "let todo = Todo()",
    "Middleware#2": "var log: [String] = []",
    "Middleware+Changes#1": "let app = features",
    "Misuse#1": #"""
    let store = Store(0, reducer: counter)
    func reportBug(_ text: String) {}
    """#,
    "NavigationAction#1": SharedContexts.appStore,
    "NavigationEntry#1": SharedContexts.appStore,
    "NavigationError#1": SharedContexts.path,
    "NavigationPath#2": #"""
    enum NewsRoute: Equatable, Sendable {
      case article(Article)
      static let article = Prism(NewsRoute.article) { if case .article(let it) = $0 { it } else { nil } }
    }
    var path = NavigationPath(NewsRoute.article(Article()))
    """#,
    "NavigationStep#1": SharedContexts.path,
    "NavigationStep#2": SharedContexts.path,
    "Recorded#1": #"struct ShopState { var (title, cart) = ("", CartState()) }"#,
    "Recorded+History#1": SharedContexts.recorded,
    "Recorded+History#2": #"""
    var state = Recorded(CartState())
    func reduce(_ state: inout Recorded<CartState>) throws {}
    """#,
    "Recorded+History#3": SharedContexts.recorded,
    "RecordedEdit#1": SharedContexts.recorded,
    "RecordedEditKind#1": #"""
    var state = Recorded(CartState(), historyLimit: 1)
    let before = state.position
    let edit = state.changes[0]
    """#,
    "Reducer#2": "var log: [Int] = []",
    "Reducer#5": #"""
    struct Node: Identifiable { var (id, children) = (0, [Node]()) }
    indirect enum NodeAction: Sendable {
      case child(Int, NodeAction)
      static let child = Prism(NodeAction.child) { if case .child(let id, let it) = $0 { (id, it) } else { nil } }
    }
    let naming = Reducer<Node, NodeAction> { _, _ in .none }
    """#,
    "Reducer+Children#1": "let (parent, editor) = (features, row)",
    "Reducer+Children#3": #"""
    struct AppState { var rows = [Row()] }
    enum AppAction: Sendable {
      case row(String, RowAction)
      static let row = Prism(AppAction.row) { if case .row(let id, let it) = $0 { (id, it) } else { nil } }
    }
    """#,
    "Reducer+Children#6": #"""
    struct LockState { var digits = [0] }
    enum LockAction: Sendable {
      case digit(Int, CounterAction)
      static let digit = Prism(LockAction.digit) { if case .digit(let index, let it) = $0 { (index, it) } else { nil } }
    }
    let digit = counter
    """#,
    "Reducer+Recorded#1": SharedContexts.recordedCounter,
    "Reducer+Screens#1": #"""
    struct ArticleState: Equatable, Sendable {}
    let article = Reducer<ArticleState, ArticleAction> { _, _ in .none }
    do {
    struct AppState { var path: NavigationPath<NewsRoute> }
    $example
    }
    """#,
    "Scene#1": #"""
    struct RowView {}
    struct ListView { var rows: [RowView] }
    """#,
    "SceneRender#1": #"""
    struct ArticleRow: Scene {
      func view(_ scope: Scope<Article?, ArticleAction>, _ id: Int, _ render: ChildRenders<Void>) -> Row { Row() }
    }
    struct ArticleList: Scene {
      struct Renders { let row: SceneRender<Int, Row> }
      func view(_ scope: Scope<[Int], ListAction>, _ params: Void, _ render: ChildRenders<Renders>) -> [Row] { [] }
    }
    let store = Store(AppState(), reducer: features)
    """#,
    "Scope#1": SharedContexts.appStore,
    "Selector#1": "let store = Store(NewsState(), reducer: Reducer<NewsState, AppAction> { _, _ in .none })",
    "Send#1": "let store = Store(UserListState(), reducer: userList)",
    "SentEffects#1": "let store = Store(UserListState(), reducer: userList)",
    "ServiceLocator#1": #"""
    struct AppCore: Container {
      let instances = Instances()
      func dependency() -> any CacheStore { shared { MemoryCache() } }
      func dependency() throws -> any Keychain { try ServiceLocator(instances).retrieve() }
    }
    """#,
    "ServiceNotFound#1": "let locator = ServiceLocator()",
    "Sharing#1": #"""
    struct Profile { var visits = 0 }
    struct CounterState { var count = 0 }
    struct SettingsState {}
    enum AppAction: Sendable {
      case counter(CounterAction)
      static let counter = Prism(AppAction.counter) { if case .counter(let it) = $0 { it } else { nil } }
    }
    """#,
    "Snapshot#1": "let (view, state) = (CounterView(), 0)",
    "StateBinding#1": #"""
    struct Binding { init(get: () -> String, set: (String) -> Void) {} }
    func TextField(_ title: String, text: Binding) {}
    let form = Store(FormState(), reducer: rules).scope()
    """#,
    "Store#2": #"""
    enum Action: Sendable { case increment, refresh }
    let store = Store(0, reducer: Reducer<Int, Action> { _, _ in .none })
    """#,
    "Store+Delivery#1": SharedContexts.counterStore,
    "Store+Delivery#2": SharedContexts.counterStore,
    "Store+Reaction#1": "let store = Store(SearchState(), reducer: search)",
    "Store+Subscription#1": SharedContexts.counterStore,
    "Store+Subscription#2": SharedContexts.counterStore,
    "Store+Thunk#1": #"""
    struct Repositories: Sendable {
      func find(_ text: String) async throws -> [String] { [] }
    }
    let repositories = Repositories()
    let store = Store(SearchState(), reducer: search)
    """#,
    "Store+Undo#1": SharedContexts.recordedCounter,
    "Subscription#1": #"""
    let store = Store(0, reducer: counter)
    let titleStore = store
    """#,
    "TestClock#1": #"""
    enum Action: Equatable, Sendable { case start, tick }
    let store = TestStore(0, reducer: Reducer<Int, Action> { _, _ in .none })
    """#,
    "TestStore#2": #"""
    let store = TestStore(UserListState(), reducer: userList)
    var outputs: [String] = []
    """#,
    "TestStore#3": #"""
    let store = TestStore(SearchState(), reducer: search)
    do {
      func search(_ text: String) -> (SearchState) -> Effect<SearchAction> { { _ in .none } }
      $example
    }
    """#,
    "TestStore#4": SharedContexts.userListStore,
    "UnresolvedDependencies#1": SharedContexts.core,
    "UseCase#2": #"""
    enum Action: Sendable { case submit(Credentials), login(LoginOutput) }
    _ = Reducer<Int, Action> { state, action in
    switch action {
    $example
    default: return .none
    }
    }
    """#,
    "UseCaseRole#1": #"""
    enum Output: UseCaseOutput {
    case started
    $example
    }
    """#,
    "UseCaseTrace#1": SharedContexts.counterStore,
    "ViewModel#1": SharedContexts.counterStore,
  ]
}
