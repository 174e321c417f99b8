import Testing
import UDF
import UDFTesting

@MainActor @Suite("Effects of a screen")
struct ScreenEffectTests {
  enum Route: Equatable, Sendable {
    case list
    case article(Int)
  }

  enum Event: ScreenEvent {
    case chosen(Int)
    case otherChosen(Int)
  }

  enum ScreenAction: Equatable, Sendable {
    case load(String)
    case loaded(String)
    case cancel
  }

  struct News: Equatable {
    var path = NavigationPath(Route.list)
    var log: [String] = []
  }

  enum Action: Sendable {
    case navigation(NavigationAction<Event>)
    case screen(Int, ScreenAction)
    case sync

    static let navigation = Prism<Action, NavigationAction<Event>>(
      extract: { if case .navigation(let action) = $0 { action } else { nil } }, embed: Action.navigation)
    static let screen = Prism<Action, (Int, ScreenAction)>(
      extract: { if case .screen(let id, let action) = $0 { (id, action) } else { nil } },
      embed: { .screen($0.0, $0.1) })
  }

  let clock = TestClock()
  let misuses = Collector<Misuse>()

  var flow: Flow<News, Event, Route> {
    get throws {
      try Flow<News, Event, Route>(start: .list) { event in
        switch event {
        case .chosen(let id): [.push(.article(id))]
        case .otherChosen(let id): [.replace(.article(id))]
        }
      }
      .linked(LinkPattern("/"), to: { _ in .list }, from: { $0 == .list ? [:] : nil })
    }
  }

  /// A screen that loads for one second, and then loads details for another second.
  var screen: Reducer<[String], ScreenAction> {
    Reducer { [clock] log, action in
      func wait(_ action: ScreenAction) -> Effect<ScreenAction> {
        .run { send in
          try? await clock.sleep(for: .seconds(1))
          send(action)
        }
        .cancellable(id: "load", cancelInFlight: true)
      }
      switch action {
      case .load(let name): return wait(.loaded(name))
      case .loaded(let name):
        log.append(name)
        return name.hasSuffix("+") ? .none : wait(.loaded(name + "+"))
      case .cancel: return .cancel(id: "load")
      }
    }
  }

  func store() throws -> Store<Recorded<News>, Action> {
    typealias History = Recorded<News>
    return Store(
      Recorded(News(), historyLimit: 10),
      reducer: Reducer.combined(
        screen.onScreens(of: \History.path, state: \History.log, action: Action.screen),
        Reducer { [clock] _, action in
          guard case .sync = action else { return .none }
          return .run { send in
            try? await clock.sleep(for: .seconds(1))
            send(.screen(0, .loaded("synced+")))
          }
        },
        try flow.reducer(path: \History.path, state: \History.value, action: Action.navigation)
      ).recorded(), onMisuse: { [misuses] in misuses($0) })
  }

  /// Two articles that both load, the second one on top.
  func begin(_ store: Store<Recorded<News>, Action>) async {
    store.send(.navigation(.event(.chosen(1))))
    store.send(.navigation(.event(.chosen(2))))
    store.send(.screen(1, .load("below")))
    store.send(.screen(2, .load("above")))
    await clock.asleep(2)
  }

  func pass(_ store: Store<Recorded<News>, Action>, sleeping: Int = 1) async {
    await clock.asleep(sleeping)
    await clock.advance(by: .seconds(1))
    // Their next requests are sent before the clock advances.
    await clock.asleep(sleeping)
    await clock.advance(by: .seconds(1))
    await store.settle()
  }

  @Test(
    "end with the screen, whatever removes it, and those of the screen below continue",
    arguments: [NavigationAction<Event>.back, .event(.otherChosen(3))])
  func leaving(_ action: NavigationAction<Event>) async throws {
    let store = try store()
    await begin(store)
    store.send(.navigation(action))
    await pass(store)
    #expect(store.state.log == ["below", "below+"])
    #expect(misuses.elements == [])
  }

  @Test("end with the screen when a link removes it")
  func link() async throws {
    let store = try store()
    await begin(store)
    store.send(.navigation(.open("/")))
    await store.settle()
    #expect(store.state.path.routes == [.list])
    #expect(store.state.log == [])
  }

  @Test("end with the screen when its push is undone")
  func undo() async throws {
    let store = try store()
    store.send(.navigation(.event(.chosen(1))))
    store.send(.screen(1, .load("a")))
    await clock.asleep(1)
    while store.undo() {}
    await store.settle()
    #expect(store.state.path.routes == [.list])
    store.redo()
    #expect(store.state.path.routes == [.list, .article(1)])
    #expect(store.state.log == [])
  }

  @Test("include the effects of the actions that they send")
  func cascade() async throws {
    let store = try store()
    store.send(.navigation(.event(.chosen(1))))
    store.send(.screen(1, .load("a")))
    await clock.asleep(1)
    await clock.advance(by: .seconds(1))
    await clock.asleep(1)
    #expect(store.state.log == ["a"])
    store.send(.navigation(.back))
    await store.settle()
    #expect(store.state.log == ["a"])
  }

  @Test("of two instances of a screen have the same ids and do not cancel each other")
  func instances() async throws {
    let store = try store()
    await begin(store)
    store.send(.screen(1, .cancel))
    await pass(store)
    #expect(store.state.log == ["above", "above+"])
  }

  @Test("without a screen continue")
  func background() async throws {
    let store = try store()
    store.send(.navigation(.event(.chosen(1))))
    store.send(.sync)
    await clock.asleep(1)
    store.send(.navigation(.back))
    await clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.state.log == ["synced+"])
  }

  @Test("and their actions are reported and ignored after the screen was removed")
  func gone() throws {
    let store = try store()
    store.send(.screen(4, .load("a")))
    #expect(store.isSettled)
    #expect(
      misuses.elements.map(\.message) == [
        """
        ScreenAction.load: no screen on the path has the id 4
          The action was ignored and the state is unchanged.
          To fix this, send it while the element is there, and in `combined` put a parent that removes elements after the child
        """
      ])
  }

  @Test("of 10,000 screens leave nothing behind")
  func many() async throws {
    let store = try store()
    for id in 1...10_000 {
      store.send(.navigation(.event(.chosen(id))))
      if id % 100 == 0 { store.send(.screen(store.state.path.top.id, .load("a"))) }
      store.send(.navigation(.back))
    }
    await store.settle()
    #expect(store.state.path.entries.map(\.id) == [0])
    #expect(store.state.log == [])
    #expect(misuses.elements == [])
  }
}
