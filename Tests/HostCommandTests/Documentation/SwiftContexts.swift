/// The code that the Swift blocks of a page need: `Page` is inserted before its first block, `Page#3` before its third one.
enum SwiftContexts {
  static let all = [
    "Sharing": "import UDFHost",
    "UDFLog": """
    import UDFLog
    let bytes: [UInt8] = []
    @Sendable func apply(_ entries: [LogEntry]) {}
    """,
    "UDF": #"""
    import UDF
    struct Credentials: Sendable {}
    struct Account: Sendable {}
    enum LoginOutput: UseCaseOutput {
      case started
      case succeeded(Account)
      case failed(String)
      var role: UseCaseRole { if case .started = self { .start } else { .end } }
    }
    enum CartAction: Sendable { case add(String) }
    enum RowAction: Sendable { case touch }
    enum NewsEvent: ScreenEvent { case articleChosen(Int), favoritesTapped, loggedIn }
    enum NewsRoute: Equatable, Sendable { case list, article(Int), favorites, login, problem(String) }
    enum UserAction: Sendable { case loggedIn(String) }
    enum ArticleAction: Sendable { case load }
    enum ListAction: Sendable { case sort }
    struct AppState: Equatable {
      var (cart, rows, user) = ([""], [0: 0], String?.none)
      var (path, order, texts) = (NavigationPath(NewsRoute.list), [2, 1], [0: ""])
    }
    enum AppAction: Sendable {
      case submit(Credentials), output(LoginOutput), delete, askForLogin, find(String)
      case cart(CartAction), row(Int, RowAction), login(UserAction), article(Int, ArticleAction), list(ListAction)
      case navigation(NavigationAction<NewsEvent>)
      static let cart = Prism<AppAction, CartAction>(extract: { _ in nil }, embed: AppAction.cart)
      static let row = Prism<AppAction, (Int, RowAction)>(extract: { _ in nil }, embed: { .row($0.0, $0.1) })
      static let login = Prism<AppAction, UserAction>(extract: { _ in nil }, embed: AppAction.login)
      static let article = Prism<AppAction, (Int, ArticleAction)>(
        extract: { _ in nil }, embed: { .article($0.0, $0.1) })
      static let navigation = Prism<AppAction, NavigationAction<NewsEvent>>(
        extract: { _ in nil }, embed: AppAction.navigation)
    }
    let cart = Reducer<[String], CartAction> { _, _ in .none }
    let row = Reducer<Int, RowAction> { _, _ in .none }
    """#,
    "UDF#3": """
    struct Accounts: Sendable { func open(_ credentials: Credentials) async throws -> Account { Account() } }
    struct Analytics: Sendable { func track(_ event: String) {} }
    let (accounts, analytics) = (Accounts(), Analytics())
    """,
    "UDF#5": """
    let login = Reducer<String?, UserAction> { _, _ in .none }
    let article = Reducer<[Int: String], ArticleAction> { _, _ in .none }
    """,
    "UDF#6": """
    struct Row: Equatable { var text: String? }
    struct ArticleRow: Scene {
      func view(_ scope: Scope<String?, RowAction>, _ id: Int, _ render: ChildRenders<Void>) -> Row { Row() }
    }
    """,
    "UDF#7": """
    struct Article: Equatable { var isUnread = true }
    struct NewsState: Equatable { var (name, articles) = ("", [Article()]) }
    let store = Store(NewsState(), reducer: Reducer<NewsState, AppAction> { _, _ in .none })
    let (search, history) = (store, store)
    """,
    "UDF#9": """
    protocol HTTPClient: Sendable {}
    protocol CacheStore: Sendable {}
    struct LiveHTTPClient: HTTPClient {}
    struct LiveCache: CacheStore { let http: any HTTPClient }
    struct MemoryCache: CacheStore {}
    """,
    "UDF#10": """
    struct CartState: Equatable {
      struct Total: Equatable { var cents = 0 }
      var (lines, total) = ([""], Total())
    }
    """,
    "UDF#11": """
    struct Todo: Identifiable, Sendable, Equatable {
      var id: Int
      var title: String
      var list: Int
      var isDone = false
    }
    """,
    "UDFTesting": """
    import UDF
    import UDFTesting
    struct Article: Equatable, Sendable { var (id, title) = (1, "Moon") }
    protocol FeedService: Sendable { func articles() async throws -> [Article] }
    struct FeedState: Equatable { var (isLoading, isSearching, articles) = (false, false, [Article]()) }
    enum FeedAction: Equatable, Sendable { case load, loaded([Article]), refreshLater, started }
    struct FeedInteractor: Interactor {
      let service: any FeedService
      let clock: TestClock
      func handle(_ action: FeedAction, state: inout FeedState) -> Effect<FeedAction> { .none }
    }
    struct Moon: FeedService { func articles() async throws -> [Article] { [] } }
    let (service, moon) = (Moon(), Article())
    func search(_ text: String) -> (FeedState) -> Effect<FeedAction> { { _ in .none } }
    """,
    "GettingStarted": """
    import UDF
    import UDFTesting
    """,
    "GettingStarted#5": """
    let fact: @Sendable (Int) async throws -> String = { number in "fact" }
    """,
    "FromMobius": """
    import UDF
    import UDFTesting
    struct Search { var query = "" }
    enum SearchAction: Sendable { case queryChanged(String) }
    let search = Reducer<Search, SearchAction> { _, _ in .none }
    """,
    "TestingFeatures": """
    import UDF
    import UDFTesting
    struct Article: Equatable, Sendable { var title = "Moon" }
    struct FeedState: Equatable { var (isLoading, articles) = (false, [Article]()) }
    enum FeedAction: Equatable, Sendable {
      case load, failed, loaded([Article])
      static let loaded = Prism(FeedAction.loaded) { if case .loaded(let it) = $0 { it } else { nil } }
    }
    struct FeedInteractor: Interactor {
      let service: Int
      let clock: TestClock
      func handle(_ action: FeedAction, state: inout FeedState) -> Effect<FeedAction> { .none }
    }
    struct FeedView { func reduce(_ state: FeedState) -> String { "" } }
    let (service, clock, moon) = (0, TestClock(), Article())
    let store = TestStore(FeedState(), reducer: FeedInteractor(service: service, clock: clock).reducer)
    """,
    "UDFNetwork": """
    import Foundation
    import UDFNetwork
    let http: any HTTPClient = StubHTTPClient([:])
    var request = HTTPRequest("https://api.example.com")
    """,
    "Stores": """
    import UDF
    import UDFSync
    """,
    "UDFSync": """
    import UDF
    import UDFNetwork
    import UDFSync
    struct AppCore: SyncCore {
      let instances = Instances()
      func dependency(_ collection: SyncCollection) -> any SeedStore { fatalError() }
      func dependency(_ database: SyncDatabase) -> any CacheStore { MemoryCache() }
      func dependency() -> any HTTPClient { StubHTTPClient([:]) }
    }
    let folder = ""
    let seed = ""
    func show(_ rows: [SyncRow], without keys: [RowKey]) {}
    """,
    "Effects": """
    import UDF
    import UDFHost
    import UDFServices
    struct Station: Sendable { func temperature(in city: String) async throws -> Double { 0 } }
    """,
    "Derived": """
    import UDFHost
    let host = try AppHost(HostConfiguration(app: "app.lua"))
    """,
    "Embedding": """
    import UDF
    import UDFHost
    import UDFServices
    import UDFTooling
    enum PackageResources { static let (app_lua, printing_lua) = ([UInt8](), [UInt8]()) }
    """,
    "Reload": """
    import UDFHost
    let host = try AppHost(HostConfiguration(app: "app.lua"))
    """,
    "Sessions": """
    import UDFHost
    import UDFTooling
    let host = try AppHost(HostConfiguration(app: "app.lua"))
    """,
    "Sync": """
    import UDF
    import UDFHost
    import UDFSync
    """,
    "UDFHost": """
    import UDF
    import UDFHost
    import UDFTooling
    struct Todo: Codable, Sendable {
      var id: String
      var title: String
      var done = false
    }
    """,
    "Services": """
    import UDF
    import UDFHost
    import UDFServices
    import UDFTooling
    var configuration = HostConfiguration(app: "app.lua")
    """,
    "UDFServices": "import UDF",
    "Screens": """
    import UDFHost
    let host = try AppHost(HostConfiguration(app: "app.lua"))
    """,
    "Testing": """
    import UDF
    import UDFHost
    import UDFTooling
    struct Todos: NativeFeature {
      struct State: Sendable {}
      enum Action: Codable, Sendable { case clear }
      let name = "todos"
      let initialState = State()
      let actions: Record = ["clear": [:]]
      let fields: [StateField<State>] = []
      func reduce(_ state: inout Recorded<State>, _ action: Action) -> Effect<Action> { .none }
    }
    """,
  ]
}
