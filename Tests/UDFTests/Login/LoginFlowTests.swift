import Testing
import UDF

/// The rows of "flow owns navigation (login example)"; each test names its row.
@MainActor @Suite("Login: flow and path")
struct LoginFlowTests {
  /// One app around the login screen, and all that can be seen of the screen.
  struct App {
    let store: Store<JourneyState, JourneyAction>
    let screenLog = Collector<String>()
    let login: SceneRender<Void, ViewModel<LoginEvent, LoginView.ViewState>>

    @MainActor init(_ flow: JourneyFlow) {
      let store = Store(
        JourneyState(path: NavigationPath(flow.start)),
        reducer: Reducer.combined(
          LoginInteractor(login: .login(AccountsDouble())).reducer
            .lifted(state: \JourneyState.login, action: JourneyAction.login),
          flow.reducer(path: \.path, state: \.self, action: JourneyAction.navigation)
        )
        .emitting(as: JourneyAction.navigation) { action, _ in
          if case .login(.loggedIn(let user)) = action { .login(.loggedIn(user)) } else { nil }
        })
      store.middleware = [
        Middleware(after: { [screenLog] state, action in
          if case .login(let action) = action { screenLog("\(action) → \(state.login)") }
        })
      ]
      self.store = store
      login = SceneRender(LoginScene()) { store.scope(\.login, action: JourneyAction.login) }
    }

    var routes: [JourneyRoute] { store.state.path.routes }

    @MainActor func logIn() async {
      let screen = login()
      screen.handle(event: .typed(name: "ada", password: "1815"))
      screen.handle(event: .loginTapped)
      await store.settle()
    }
  }

  @Test("screen event: a domain result is no navigation command, so a flow cannot be bound to it")
  func screenEvent() {
    // `Flow<JourneyState, LoginOutput, JourneyRoute>` and `Flow<JourneyState, LoginAction, JourneyRoute>` do not compile.
    func canBeBound(_ type: Any.Type) -> Bool { type is any ScreenEvent.Type }
    #expect(canBeBound(JourneyEvent.self))
    #expect(canBeBound(LoginScreenEvent.self))
    #expect(!canBeBound(LoginOutput.self))
    #expect(!canBeBound(LoginAction.self))
    #expect(!canBeBound(LoginEvent.self))
  }

  @Test("screen event: what the login comes to moves nobody in an app that does not say it is of interest")
  func noEvent() async {
    let app = App(Journey.gate)
    let silent = Store(
      JourneyState(path: NavigationPath(.login)),
      reducer: Reducer.combined(
        LoginInteractor(login: .login(AccountsDouble())).reducer
          .lifted(state: \JourneyState.login, action: JourneyAction.login),
        Journey.gate.reducer(path: \.path, state: \.self, action: JourneyAction.navigation)))
    let screen = LoginFlowTests.screen(of: silent)
    screen.handle(event: .typed(name: "ada", password: "1815"))
    screen.handle(event: .loginTapped)
    await silent.settle()
    await app.logIn()
    #expect(silent.state.login == app.store.state.login)
    #expect(silent.state.path.routes == [.login])
    #expect(app.routes == [.welcome])
  }

  static func screen(of store: Store<JourneyState, JourneyAction>) -> ViewModel<LoginEvent, LoginView.ViewState> {
    SceneRender(LoginScene()) { store.scope(\.login, action: JourneyAction.login) }()
  }

  @Test("flow → path: one screen in three flows makes three paths and the same screen log")
  func threeFlows() async {
    let gate = App(Journey.gate)
    let shop = App(Journey.shop)
    let settings = App(Journey.settings)
    shop.store.send(.navigation(.event(.payTapped)))
    settings.store.send(.navigation(.event(.profileTapped)))
    #expect([gate.routes, shop.routes, settings.routes] == [[.login], [.cart, .login], [.settings, .login]])

    for app in [gate, shop, settings] { await app.logIn() }
    #expect(gate.routes == [.welcome])
    #expect(shop.routes == [.cart, .payment])
    #expect(settings.routes == [.settings, .profile("Ada")])
    #expect(gate.screenLog.elements.count == 4)
    #expect(shop.screenLog.elements == gate.screenLog.elements)
    #expect(settings.screenLog.elements == gate.screenLog.elements)
  }

  @Test("feature factory: it wires, and neither its part of the state nor its actions reach the path")
  func factory() async {
    #expect(LoginScene.Model.self == LoginState.self)
    #expect(LoginScene.Action.self == LoginAction.self)
    let app = App(Journey.shop)
    let before = app.store.state
    let screens = [app.login(), app.login()]
    #expect(app.store.state == before)
    #expect(app.store.revision == 0)

    // No event of the screen changes the path until the flow receives it.
    for screen in screens { screen.handle(event: .typed(name: "ada", password: "?")) }
    screens[0].handle(event: .loginTapped)
    await app.store.settle()
    #expect(app.store.state.path == before.path)
    #expect(screens[1].state.title == "wrong name or password")
  }

  @Test("no cycle of knowledge: each part is told only of narrower ones")
  func knowledge() {
    // What each part is made with, by its type: a wider one in the list would not be narrower than the part.
    func known<Event, State>(_ view: some ViewStateReducing<State, Event>) -> [Any.Type] { [State.self, Event.self] }
    func known<Event, Action>(_ events: some EventActionMap<Event, Action>) -> [Any.Type] { [Event.self, Action.self] }
    func known<Input, Output>(_ useCase: UseCase<Input, Output>) -> [Any.Type] { [Input.self, Output.self] }
    func known<State, Action>(_ interactor: some Interactor<State, Action>) -> [Any.Type] { [State.self, Action.self] }
    func known<State, Event, Route>(_ flow: Flow<State, Event, Route>) -> [Any.Type] {
      [State.self, Event.self, Route.self]
    }
    let login = UseCase.login(AccountsDouble())
    let parts: [(name: String, knows: [Any.Type])] = [
      ("use case", known(login)),
      ("view", known(LoginView())),
      ("events", known(LoginEvents())),
      ("interactor", known(LoginInteractor(login: login))),
      ("flow", known(Journey.shop)),
    ]
    /// From the narrowest to the widest: who knows one of these knows none behind it.
    let ranks: [[Any.Type]] = [
      [Credentials.self, LoginOutput.self],
      [LoginState.self, LoginAction.self, LoginEvent.self, LoginView.ViewState.self],
      [JourneyState.self, JourneyEvent.self, JourneyRoute.self],
      [JourneyAction.self],
    ]
    let highest = parts.map { part in
      part.knows.map { type in ranks.firstIndex { $0.contains { $0 == type } } ?? -1 }.max() ?? -1
    }
    #expect(parts.map(\.name) == ["use case", "view", "events", "interactor", "flow"])
    #expect(highest == [0, 1, 1, 1, 2])
  }
}
