import Testing
import UDF

/// The examples of flows and scenes.
@MainActor @Suite("Documentation examples: flows and scenes")
struct FlowExamples {
  enum NewsEvent: ScreenEvent {
    case articleChosen(Int)
    case favoritesTapped
    case loggedIn
  }

  enum NewsRoute: Equatable, Sendable {
    case list
    case article(Int)
    case favorites
    case login
    case problem(String)
  }

  enum LoginAction: Sendable { case loggedIn(String) }

  enum ArticleAction: Sendable { case load }

  enum RowAction: Sendable { case touch }

  enum ListAction: Sendable { case sort }

  struct AppState: Equatable {
    var path = NavigationPath(NewsRoute.list)
    var user: String?
    var order = [2, 1]
    var texts: [Int: String] = [1: "one", 2: "two"]
  }

  enum AppAction: Sendable {
    case login(LoginAction)
    case article(Int, ArticleAction)
    case row(Int, RowAction)
    case list(ListAction)
    case navigation(NavigationAction<NewsEvent>)

    static let login = Prism<AppAction, LoginAction>(
      extract: { if case .login(let action) = $0 { action } else { nil } }, embed: AppAction.login)
    static let article = Prism<AppAction, (Int, ArticleAction)>(
      extract: { if case .article(let screen, let action) = $0 { (screen, action) } else { nil } },
      embed: { .article($0.0, $0.1) })
    static let navigation = Prism<AppAction, NavigationAction<NewsEvent>>(
      extract: { if case .navigation(let action) = $0 { action } else { nil } }, embed: AppAction.navigation)
  }

  struct Row: Equatable { var text: String? }

  struct ArticleRow: Scene {
    func view(_ scope: Scope<String?, RowAction>, _ id: Int, _ render: ChildRenders<Void>) -> Row {
      Row(text: scope.state)
    }
  }

  struct ArticleList: Scene {
    struct Renders {
      let row: SceneRender<Int, Row>
    }

    func view(_ scope: Scope<[Int], ListAction>, _ params: Void, _ render: ChildRenders<Renders>) -> [Row] {
      scope.state.map { id in render.row(id) }
    }
  }

  let login = Reducer<String?, LoginAction> { user, action in
    switch action {
    case .loggedIn(let name): user = name
    }
    return .none
  }

  let article = Reducer<[Int: String], ArticleAction> { _, _ in .none }

  func store() throws -> Store<AppState, AppAction> {
    let news = try Flow<AppState, NewsEvent, NewsRoute>(start: .list) { event in
      switch event {
      case .articleChosen(let id): [.push(.article(id))]
      case .favoritesTapped: [.push(.favorites)]
      case .loggedIn: [.resume]
      }
    }
    .guarded { route, state in
      if route == .favorites, state.user == nil { .first(.login) } else { .pass }
    }
    .linked(
      LinkPattern("/articles/:id"), to: { $0["id"].flatMap(Int.init).map(NewsRoute.article) },
      from: { if case .article(let id) = $0 { ["id": "\(id)"] } else { nil } }
    )
    .notFound { link, _ in .problem(link) }

    let app = Reducer.combined(
      login.lifted(state: \AppState.user, action: AppAction.login),
      article.onScreens(of: \AppState.path, state: \AppState.texts, action: AppAction.article),
      news.reducer(path: \AppState.path, state: \.self, action: AppAction.navigation)
    )
    .emitting(as: AppAction.navigation) { action, state in
      if case .login(.loggedIn) = action { .loggedIn } else { nil }
    }
    return Store(AppState(), reducer: app)
  }

  @Test("a flow in an app")
  func flow() throws {
    let store = try store()
    store.send(.navigation(.event(.favoritesTapped)))
    #expect(store.state.path.routes == [.list, .login])
    store.send(.login(.loggedIn("Ada")))
    #expect(store.state.path.routes == [.list, .favorites])
    store.send(.navigation(.open("news://host/articles/7")))
    #expect(store.state.path.routes == [.list, .article(7)])
  }

  @Test("NavigationPath")
  func path() throws {
    var path = NavigationPath(NewsRoute.list)
    try path.apply(.push(.article(7)))
    #expect(path.top.route == .article(7))
    #expect(path.routes == [.list, .article(7)])
  }

  @Test("Link and LinkPattern")
  func links() throws {
    let link = try Link("app://news/articles/7?tab=comments")
    #expect(link.path == ["articles", "7"])
    #expect(link.query == ["tab": "comments"])

    let pattern = try LinkPattern("/articles/:id")
    #expect(try pattern.params(of: link) == ["id": "7", "tab": "comments"])
    #expect(try pattern.params(of: Link("/favorites")) == nil)
    #expect(try pattern.link(["id": "7", "tab": "a b"]) == "/articles/7?tab=a%20b")
  }

  @Test("Scene and SceneRender")
  func scenes() throws {
    let store = try store()
    let row = SceneRender(ArticleRow()) { id in
      store.scope({ $0.texts[id] }) { AppAction.row(id, $0) }
    }
    let list = SceneRender(ArticleList(), renders: .init(row: row)) { store.scope(\.order, action: AppAction.list) }
    let view = list()
    #expect(view == [Row(text: "two"), Row(text: "one")])
  }
}
