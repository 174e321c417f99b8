/// The declarations that the examples in doc comments assume.
enum CommentPrelude {
  static let imports = "import UDF\nimport UDFTesting\n"

  static let text =
    imports
      + #"""
      enum CounterAction: Equatable, Sendable { case increment, reset }
      enum CounterEvent { case plusTapped, scrolled }
      struct CounterViewState: Equatable { var title = "" }
      struct CounterEvents: EventActionMap { func action(for event: CounterEvent) -> CounterAction? { nil } }
      struct CounterView: ViewStateReducing { func reduce(_ count: Int) -> CounterViewState { CounterViewState() } }
      let counter = Reducer<Int, CounterAction> { _, _ in .none }

      struct Row: Equatable, Identifiable, Sendable { var (id, name) = (0, "") }
      enum RowAction: Equatable, Sendable { case touch }
      let row = Reducer<Row, RowAction> { _, _ in .none }
      struct CartState: Equatable, Sendable { var (items, count) = ([""], 0) }
      enum CartAction: Equatable, Sendable {
        case add(String), line(RowAction)
        static let line = Prism(CartAction.line) { if case .line(let it) = $0 { it } else { nil } }
      }
      let cart = Reducer<CartState, CartAction> { _, _ in .none }

      enum NewsEvent: ScreenEvent { case articleChosen(Int), favoritesTapped, loggedIn }
      enum NewsRoute: Equatable, Sendable {
        case list, article(Int), favorites, login, problem(String)
        static let article = Prism(NewsRoute.article) { if case .article(let it) = $0 { it } else { nil } }
      }
      struct NewsState: Equatable { var (name, articles, user) = ("", [Article](), String?.none) }
      struct Article: Equatable, Sendable { var (isUnread, isStarred) = (true, false) }
      enum ArticleAction: Equatable, Sendable { case load }
      enum LoginAction: Equatable, Sendable { case loggedIn }
      enum ListAction: Equatable, Sendable { case sort }
      let flow = Flow<AppState, NewsEvent, NewsRoute>(start: .list) { _ in [] }

      struct Todo: Identifiable, Equatable, Sendable { var (id, title, list, tags, isDone) = (1, "", 7, [""], false) }
      extension Todo { init(id: Int, title: String, list: Int) { (self.id, self.title, self.list) = (id, title, list) } }
      struct TodoState { var todos = EntityTable(key: \Todo.id) }

      struct SearchState: Equatable { var (query, isSearching) = ("", false) }
      enum SearchAction: Equatable, Sendable {
        case queryChanged(String), started, finished([String]), scrolled(Int), search(String)
      }
      let search = Reducer<SearchState, SearchAction> { _, _ in .none }
      struct FormState: Equatable { var (name, isNameValid) = ("", true) }
      enum FormAction: Equatable, Sendable {
        case set(Assignment<FormState>), submit
        static let set = Prism(FormAction.set) { if case .set(let it) = $0 { it } else { nil } }
      }
      let rules = Reducer<FormState, FormAction> { _, _ in .none }

      struct AppState: Equatable {
        var (cart, rows, rowsByName, table) = (CartState(), [Row()], ["": Row()], EntityTable(key: \Row.id))
        var (sheet, editor, downloads) = (Row?.none, Row?.none, [0: Row()])
        var (path, news, search, user) = (NavigationPath(NewsRoute.list), NewsState(), SearchState(), String?.none)
        var (order, articles) = ([1], [1: Article()])
      }
      enum AppAction: Equatable, Sendable {
        case cart(CartAction), row(Int, RowAction), named(String, RowAction), editor(RowAction), search(Int, SearchAction)
        case login(LoginAction), article(Int, ArticleAction), list(ListAction), navigation(NavigationAction<NewsEvent>)
        case delete, askForLogin, find(String), sheetClosing, pauseTapped(Int)
        static let cart = Prism(AppAction.cart) { if case .cart(let it) = $0 { it } else { nil } }
        static let row = Prism(AppAction.row) { if case .row(let id, let it) = $0 { (id, it) } else { nil } }
        static let named = Prism(AppAction.named) { if case .named(let name, let it) = $0 { (name, it) } else { nil } }
        static let editor = Prism(AppAction.editor) { if case .editor(let it) = $0 { it } else { nil } }
        static let search = Prism(AppAction.search) { if case .search(let id, let it) = $0 { (id, it) } else { nil } }
        static let article = Prism(AppAction.article) { if case .article(let id, let it) = $0 { (id, it) } else { nil } }
        static let navigation = Prism(AppAction.navigation) { if case .navigation(let it) = $0 { it } else { nil } }
      }
      let features = Reducer<AppState, AppAction> { _, _ in .none }

      struct User: Equatable, Sendable, Identifiable { var id = 1 }
      protocol UserService: Sendable {
        func users() async throws -> [User]
        func delete(_ id: User.ID) async throws
      }
      struct Users: UserService {
        func users() async throws -> [User] { [] }
        func delete(_ id: User.ID) async throws {}
      }
      let (service, ada, clock) = (Users(), User(), TestClock())
      struct UserListState: Equatable { var (isLoading, users) = (false, [User]()) }
      enum UserListAction: Equatable, Sendable {
        case load, refresh, loaded([User]), failed(String), started, stopped, ticked, tick
        static let loaded = Prism(UserListAction.loaded) { if case .loaded(let it) = $0 { it } else { nil } }
      }
      let userList = Reducer<UserListState, UserListAction> { _, _ in .none }
      struct UserListInteractor: Interactor {
        let service: any UserService
        func handle(_ action: UserListAction, state: inout UserListState) -> Effect<UserListAction> { .none }
      }

      struct Credentials: Sendable {}
      struct Account: Sendable {}
      enum LoginOutput: UseCaseOutput {
        case started, succeeded(Account), failed(String)
        var role: UseCaseRole { if case .started = self { .start } else { .end } }
      }
      struct Accounts: Sendable { func open(_ credentials: Credentials) async throws -> Account { Account() } }
      struct Analytics: Sendable { func track(_ event: String) {} }
      let (accounts, analytics) = (Accounts(), Analytics())
      let login = UseCase<Credentials, LoginOutput>("login") { _, _ in }

      protocol HTTPClient: Sendable {}
      protocol CacheStore: Sendable {}
      protocol Keychain: Sendable {}
      struct LiveHTTPClient: HTTPClient {}
      struct LiveCache: CacheStore { let http: any HTTPClient }
      struct MemoryCache: CacheStore {}
      """#
}
