import UDF

struct Article: Equatable, Sendable {
  var title: String
  var isFavorite = false
}

struct NewsState: Equatable {
  var path = NavigationPath(NewsRoute.list)
  var order = [1, 2, 3]
  var articles = [1: Article(title: "One"), 2: Article(title: "Two"), 3: Article(title: "Three")]
}

enum RowAction: Equatable, Sendable { case toggle }

enum NewsAction: Equatable, Sendable {
  case row(Int, RowAction)
  case reverse
  case navigation(NavigationAction<NewsEvent>)

  static let row = Prism<NewsAction, (Int, RowAction)>(
    extract: { if case .row(let id, let action) = $0 { (id, action) } else { nil } }, embed: { .row($0.0, $0.1) })
  static let navigation = Prism<NewsAction, NavigationAction<NewsEvent>>(
    extract: { if case .navigation(let action) = $0 { action } else { nil } }, embed: NewsAction.navigation)
}

enum ListAction: Equatable, Sendable { case reverse }

enum RowEvent: Sendable { case tapped }

struct RowEvents: EventActionMap {
  func action(for event: RowEvent) -> RowAction? { .toggle }
}

/// The view state of a row. Counts how often it is computed.
struct RowText: ViewStateReducing {
  let reductions: Collector<String>

  func reduce(_ article: Article?) -> String {
    let text = article.map { ($0.isFavorite ? "★ " : "") + $0.title } ?? "gone"
    reductions(text)
    return text
  }
}

struct RowScene: Scene {
  let reductions: Collector<String>

  func view(
    _ scope: Scope<Article?, RowAction>, _ id: Int, _ render: ChildRenders<Void>
  ) -> ViewModel<RowEvent, String> {
    ViewModel(scope, events: RowEvents(), view: RowText(reductions: reductions))
  }
}

struct ListScene: Scene {
  struct Renders {
    let row: SceneRender<Int, ViewModel<RowEvent, String>>
  }

  struct View {
    let rows: [ViewModel<RowEvent, String>]
  }

  func view(_ scope: Scope<[Int], ListAction>, _ params: Void, _ render: ChildRenders<Renders>) -> View {
    View(rows: scope.state.map { render.row($0) })
  }
}

enum NewsRoute: Equatable, Sendable {
  case list
  case article(Int)
  case problem(String)
}

enum NewsEvent: ScreenEvent {
  case chosen(Int)
}

enum NewsFlow {
  static func flow() throws -> Flow<NewsState, NewsEvent, NewsRoute> {
    try Flow<NewsState, NewsEvent, NewsRoute>(start: .list) { event in
      switch event {
      case .chosen(let id): [.push(.article(id))]
      }
    }
    .linked(
      LinkPattern("/articles/:id"), to: { $0["id"].flatMap(Int.init).map(NewsRoute.article) },
      from: { if case .article(let id) = $0 { ["id": "\(id)"] } else { nil } }
    )
    .notFound { link, _ in .problem(link) }
  }
}
