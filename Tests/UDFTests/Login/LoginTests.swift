import Platform
import Testing
import UDF

/// The rows of "View intent → use case → output → state" that need no flow; each test names its row.
@MainActor @Suite("Login: use case and output")
struct LoginTests {
  /// One composition of the app: its store, its screen, and all that can be seen of both.
  struct App {
    let store: Store<LoginState, LoginAction>
    let model: ViewModel<LoginEvent, LoginView.ViewState>
    let trace = Collector<String>()
    let log = Collector<String>()

    @MainActor init(_ login: UseCase<Credentials, LoginOutput>) {
      store = Store(LoginState(), reducer: LoginInteractor(login: login).reducer)
      model = ViewModel(store.scope(), events: LoginEvents(), view: LoginView())
      store.onOutput = { [trace] in trace("\($0)") }
      store.middleware = [Middleware(after: { [log] state, action in log("\(action) → \(state)") })]
    }

    @MainActor func logIn(_ name: String, _ password: String) async {
      model.handle(event: .typed(name: name, password: password))
      model.handle(event: .loginTapped)
      await store.settle()
    }
  }

  final class Analytics: Sendable {
    private let events = Guarded<[String]>([])

    var tracked: [String] { events.withLock { $0 } }

    func track(_ event: String) { events.withLock { $0.append(event) } }
  }

  let login = UseCase.login(AccountsDouble())

  @Test("intent → composed action: what the intent stands for is decorated, and the view is what it was")
  func composedAction() async {
    let analytics = Analytics()
    let app = App(
      login.decorate { output, next in
        analytics.track("\(output)")
        next(output)
      })
    await app.logIn("ada", "1815")
    #expect(analytics.tracked == ["started", "succeeded(\"Ada\")"])
    #expect(app.model.state == LoginView.ViewState(title: "Hello Ada", isBusy: false))
    #expect(LoginEvents().action(for: .loginTapped) == .submit)
  }

  @Test(
    "use case output: the trace shows one start and exactly one terminal output",
    arguments: [("1815", "login: succeeded(\"Ada\")"), ("?", "login: failed(\"wrong name or password\")")])
  func output(_ password: String, _ end: String) async {
    let app = App(login)
    await app.logIn("ada", password)
    #expect(app.trace.elements == ["login: started", end])
  }

  @Test("output decorator: the state log is identical with and without it", arguments: ["1815", "?"])
  func decorator(_ password: String) async {
    let analytics = Analytics()
    let plain = App(login)
    let tracked = App(
      login.decorate { output, next in
        analytics.track("\(output)")
        next(output)
      })
    await plain.logIn("ada", password)
    await tracked.logIn("ada", password)
    #expect(plain.log.elements.count == 4)
    #expect(tracked.log.elements == plain.log.elements)
    #expect(tracked.trace.elements == plain.trace.elements)
    #expect(analytics.tracked.count == 2)
  }
}
