import Testing
import UDF

/// The rows of "Core / State / Render (news example)" that are about scenes and their surroundings; each test names its row.
@MainActor @Suite("News: scenes")
struct NewsSceneTests {
  let store: Store<NewsState, NewsAction>
  let reductions = Collector<String>()
  let row: SceneRender<Int, ViewModel<RowEvent, String>>
  let list: SceneRender<Void, ListScene.View>

  init() throws {
    let rows = Reducer<Article, RowAction> { article, _ in
      article.isFavorite.toggle()
      return .none
    }
    let store = Store(
      NewsState(),
      reducer: Reducer.combined(
        rows.forEach(\NewsState.articles, action: NewsAction.row),
        Reducer { news, action in
          if action == .reverse { news.order.reverse() }
          return .none
        }, try NewsFlow.flow().reducer(path: \.path, state: \.self, action: NewsAction.navigation)))
    let row = SceneRender(RowScene(reductions: reductions)) { id in
      store.scope({ $0.articles[id] }) { NewsAction.row(id, $0) }
    }
    self.store = store
    self.row = row
    list = SceneRender(ListScene(), renders: ListScene.Renders(row: row)) {
      store.scope(\.order) { (_: ListAction) in NewsAction.reverse }
    }
  }

  @Test("SceneRender: views never build views; a scene holds only its own child renders")
  func childRenders() {
    // In the list, `render.list` does not compile, nor does a call of `RowScene().view`, for want of `ChildRenders`.
    #expect(list().rows.map(\.state) == ["One", "Two", "Three"])
    let renders = Mirror(reflecting: ListScene.Renders(row: row)).children.map(\.label)
    #expect(renders == ["row"])
    #expect(RowScene.Renders.self == Void.self)
  }

  @Test("SceneRender: several instances of a scene have separate lifetimes")
  func lifetimes() {
    let first = row(1)
    var second: ViewModel<RowEvent, String>? = row(1)
    weak let gone = second
    second?.handle(event: .tapped)
    #expect(first.state == "★ One")
    #expect(second?.state == "★ One")
    second = nil
    #expect(gone == nil)
    let before = reductions.elements.count
    first.handle(event: .tapped)
    #expect(first.state == "One")
    #expect(reductions.elements.count == before + 1)
  }

  @Test("scoped model and render: a scene sees and hears of its subset only")
  func scopedModel() {
    // `scope.state` of a row is an article; the order, the path and the other articles are no members of it.
    #expect(RowScene.Model.self == Article?.self)
    #expect(ListScene.Model.self == [Int].self)
    let rows = list().rows
    let before = reductions.elements.count
    rows[1].handle(event: .tapped)
    store.send(.reverse)
    #expect(rows.map(\.state) == ["One", "★ Two", "Three"])
    #expect(reductions.elements.count == before + 1)
  }

  @Test("action creators, action(to:): the reducer is swapped live, and the creator is unchanged")
  func actionCreators() {
    func rows(_ change: @escaping @Sendable (inout Article) -> Void) -> Reducer<NewsState, NewsAction> {
      Reducer<Article, RowAction> { article, _ in
        change(&article)
        return .none
      }
      .forEach(\NewsState.articles, action: NewsAction.row)
    }
    var rule = rows { $0.isFavorite.toggle() }
    let sent = Collector<NewsAction>()
    let store = Store(
      NewsState(), reduce: { news, action in rule.reduce(&news, action) },
      middleware: [Middleware(before: { _, action in sent(action) })])
    // The screen contains the creator, `RowEvents`, and the scope that converts its actions to actions of the app.
    let screen = SceneRender(RowScene(reductions: reductions)) { id in
      store.scope({ $0.articles[id] }) { NewsAction.row(id, $0) }
    }(1)
    screen.handle(event: .tapped)
    #expect(screen.state == "★ One")
    rule = rows { $0.title += "!" }
    screen.handle(event: .tapped)
    #expect(screen.state == "★ One!")
    #expect(sent.elements == [.row(1, .toggle), .row(1, .toggle)])
    #expect(RowEvents().action(for: .tapped) == .toggle)
  }

  @Test("middleware: passive, before the reducer; it sees the old state, in the order of registration")
  func middleware() {
    let log = Collector<String>()
    for name in ["first", "second"] {
      store.middleware.append(Middleware(before: { news, action in log("\(name): \(news.order), \(action)") }))
    }
    store.send(.reverse)
    #expect(log.elements == ["first: [1, 2, 3], reverse", "second: [1, 2, 3], reverse"])
    #expect(store.state.order == [3, 2, 1])
  }

  @Test("deep links: cold and warm reach the same path; an unknown link gives an error scene")
  func deepLinks() throws {
    let cold = try NewsSceneTests().store
    cold.send(.navigation(.open("news://host/articles/7")))
    let warm = store
    warm.send(.navigation(.event(.chosen(1))))
    warm.send(.navigation(.event(.chosen(2))))
    warm.send(.navigation(.open("news://host/articles/7")))
    #expect(cold.state.path.routes == [.list, .article(7)])
    #expect(warm.state.path.routes == cold.state.path.routes)
    warm.send(.navigation(.open("/articles/seven")))
    #expect(warm.state.path.routes == [.list, .problem("/articles/seven")])
    warm.send(.navigation(.open("/%")))
    #expect(warm.state.path.routes == [.list, .problem("/%")])
  }
}
