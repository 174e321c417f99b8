import Testing
import UDF
import UDFTesting

/// A path whose routes have the states of their screens.
@MainActor @Suite("State of a screen")
struct ScreenStateTests {
  struct Article: Equatable, Sendable {
    var id: Int
    var ticks = 0
  }

  enum Route: Equatable, Sendable {
    case list
    case article(Article)

    static let article = Prism(Route.article) { if case .article(let it) = $0 { it } else { nil } }
  }

  enum Event: ScreenEvent {
    case chosen(Int)
    case homeTapped(Int)
  }

  enum ArticleAction: Equatable, Sendable {
    case start
    case tick
  }

  enum Action: Equatable, Sendable {
    case navigation(NavigationAction<Event>)
    case article(Int, ArticleAction)
    case pause(Int)

    static let navigation = Prism(Action.navigation) { if case .navigation(let it) = $0 { it } else { nil } }
    static let article = Prism(Action.article) { if case .article(let id, let it) = $0 { (id, it) } else { nil } }
  }

  struct App: Equatable { var path = NavigationPath(Route.list) }

  let clock = TestClock()

  func store() -> TestStore<App, Action> {
    let article = Reducer<Article, ArticleAction> { [clock] article, action in
      if action == .start { return .timer(every: .seconds(1), clock: clock) { .tick } }
      article.ticks += 1
      return .none
    }
    let flow = Flow<App, Event, Route>(start: .list) { event in
      switch event {
      case .chosen(let id): [.push(.article(Article(id: id)))]
      case .homeTapped(let id): [.popTo(id: id)]
      }
    }
    return TestStore(
      App(),
      reducer: .combined(
        article.onScreens(of: \App.path, route: Route.article, action: Action.article),
        Reducer { _, action in
          if case .pause(let screen) = action { .cancel(effectsOf: \App.path, at: screen) } else { .none }
        },
        flow.reducer(path: \.path, state: \.self, action: Action.navigation)), exhaustivity: .off)
  }

  @Test("the parent cancels the effects of one of two screens")
  func parent() async {
    let store = store()
    for id in 1...2 {
      store.send(.navigation(.event(.chosen(7))))
      store.send(.article(id, .start))
    }
    store.send(.pause(2))
    await clock.advance(by: .seconds(1))
    await store.receive(.article(1, .tick))
    #expect(store.state.path.routes == [.list, .article(Article(id: 7, ticks: 1)), .article(Article(id: 7))])
    store.send(.pause(1))
    store.exhaustivity = .on
    await store.finish()
  }

  @Test("is made with the screen, changed only by its actions, and removed with it and its effects")
  func life() async {
    let store = store()
    store.send(.navigation(.event(.chosen(7))))
    store.send(.navigation(.event(.chosen(7))))
    store.send(.article(1, .start))
    store.send(.article(2, .start))
    await clock.advance(by: .seconds(1))
    await store.receive(.article(2, .tick))
    #expect(store.state.path.routes == [.list, .article(Article(id: 7, ticks: 1)), .article(Article(id: 7, ticks: 1))])
    store.send(.navigation(.back))
    await clock.advance(by: .seconds(1))
    await store.receive(.article(1, .tick))
    #expect(store.state.path.routes == [.list, .article(Article(id: 7, ticks: 2))])
    store.send(.navigation(.back))
    store.exhaustivity = .on
    await store.finish()
  }

  @Test("of two screens with one route is distinguished by their ids, also on the way back")
  func exact() throws {
    let store = store()
    for _ in 1...3 { store.send(.navigation(.event(.chosen(7)))) }
    store.send(.navigation(.event(.homeTapped(1)))) { $0.path.apply(popTo: 1) }
    #expect(store.state.path.entries.map(\.id) == [0, 1])
    var path = store.state.path
    #expect(throws: NavigationError.noSuchScreen(3)) { try path.apply(.popTo(id: 3)) }
    #expect(
      NavigationError.noSuchScreen(3).description == """
        no screen of the path has the id 3
          To fix this, use the id of an entry of the path
        """)
  }

  @Test("is reduced without copying a collection in it")
  func inPlace() {
    final class Box: Equatable, @unchecked Sendable {
      static func == (left: Box, right: Box) -> Bool { left === right }
    }
    struct Screen: Equatable, Sendable { var box = Box() }
    enum Route: Equatable, Sendable { case only(Screen) }
    struct App { var path = NavigationPath(Route.only(Screen())) }
    let unique = Collector<Bool>()
    let screen = Reducer<Screen, Int> { screen, _ in
      unique(isKnownUniquelyReferenced(&screen.box))
      return .none
    }
    let store = Store(
      App(),
      reducer: screen.onScreens(
        of: \App.path, route: Prism(Route.only) { if case .only(let it) = $0 { it } else { nil } },
        action: Prism(extract: { (0, $0) }, embed: { $0.1 })))
    store.send(1)
    #expect(unique.elements == [true])
  }
}

extension NavigationPath {
  fileprivate mutating func apply(popTo id: Int) { try? apply(.popTo(id: id)) }
}
