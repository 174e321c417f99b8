import Testing
import UDF

/// The examples of the container, of use cases and of the types around the reducer.
@MainActor @Suite("Documentation examples: composition")
struct CompositionExamples {
  protocol HTTPClient: Sendable {}

  protocol CacheStore: Sendable {}

  protocol Keychain: Sendable {}

  struct LiveHTTPClient: HTTPClient {}

  struct LiveCache: CacheStore { let http: any HTTPClient }

  struct MemoryCache: CacheStore {}

  protocol NewsCore: Container {
    func dependency() -> any HTTPClient
    func dependency() -> any CacheStore
  }

  struct AppCore: NewsCore {
    let instances = Instances()
    func dependency() -> any HTTPClient { shared { LiveHTTPClient() } }
    func dependency() -> any CacheStore { shared { MemoryCache() } }
    func dependency() throws -> any Keychain { try ServiceLocator(instances).retrieve() }

    func resolve() throws {
      try require({ dependency() as any CacheStore }, { try dependency() as any Keychain })
    }
  }

  struct Credentials: Sendable {}

  struct Account: Sendable {}

  struct Accounts: Sendable {
    func open(_ credentials: Credentials) async throws -> Account { Account() }
  }

  enum LoginOutput: UseCaseOutput {
    case started
    case succeeded(Account)
    case failed(String)

    var role: UseCaseRole { if case .started = self { .start } else { .end } }
  }

  enum AppAction: Sendable {
    case submit(Credentials)
    case login(LoginOutput)
    case delete
    case askForLogin
  }

  struct AppState {
    var user: String?
    var log: [String] = []
  }

  struct Analytics: Sendable {
    func track(_ event: String) {}
  }

  struct SearchState: Equatable {
    var isSearching = false
    var found: [String] = []
  }

  enum SearchAction: Sendable {
    case started
    case finished([String])
  }

  struct Repositories: Sendable {
    func find(_ text: String) async throws -> [String] { [text] }
  }

  @Test("Container and its resolution")
  func container() {
    let cache: any CacheStore = AppCore().dependency()
    #expect(cache is MemoryCache)
    let error = #expect(throws: UnresolvedDependencies.self) { try AppCore().resolve() }
    #expect(error?.problems.map(\.type) == ["UDFTests.CompositionExamples.Keychain"])
  }

  @Test("ServiceLocator")
  func locator() throws {
    let core = AppCore()
    let locator = ServiceLocator(core.instances)
    locator.register(MemoryCache(), as: (any CacheStore).self)
    let cache = try locator.retrieve((any CacheStore).self)
    #expect(cache is MemoryCache)
  }

  @Test("UseCase, bound and decorated")
  func useCase() async {
    let accounts = Accounts()
    let analytics = Analytics()
    let login = UseCase<Credentials, LoginOutput>("login") { credentials, output in
      output(.started)
      do {
        output(.succeeded(try await accounts.open(credentials)))
      } catch {
        output(.failed("\(error)"))
      }
    }
    let tracked = login.decorate { output, next in
      analytics.track("\(output)")
      next(output)
    }
    let store = Store(
      AppState(),
      reducer: Reducer<AppState, AppAction> { state, action in
        switch action {
        case .submit(let credentials):
          return tracked.bind(credentials) { output in .login(output) }
        case .login(let output):
          state.log.append("\(output)")
          return .none
        default:
          return .none
        }
      })
    store.send(.submit(Credentials()))
    await store.settle()
    #expect(store.state.log == ["started", "succeeded(\(String(reflecting: Account())))"])
  }

  @Test("Middleware that intercepts")
  func interception() {
    let guests = Middleware<AppState, AppAction>(intercepting: { state, action in
      if case .delete = action, state.user == nil { .replace(with: .askForLogin) } else { .pass }
    })
    let store = Store(
      AppState(),
      reducer: Reducer<AppState, AppAction> { state, action in
        state.log.append("\(action)")
        return .none
      }, middleware: [guests])
    store.send(.delete)
    #expect(store.state.log == ["askForLogin"])
  }

  @Test("a thunk")
  func thunk() async {
    let repositories = Repositories()
    func search(_ text: String) -> (SearchState) -> Effect<SearchAction> {
      { state in
        guard !state.isSearching else { return .none }
        return .merge([
          .send(.started),
          .attempt {
            try await repositories.find(text)
          } then: {
            .finished((try? $0.get()) ?? [])
          },
        ])
      }
    }
    let store = Store(
      SearchState(),
      reducer: Reducer<SearchState, SearchAction> { state, action in
        switch action {
        case .started: state.isSearching = true
        case .finished(let found): state = SearchState(found: found)
        }
        return .none
      })
    store.send(thunk: search("swift"))
    #expect(store.state.isSearching)
    await store.settle()
    #expect(store.state.found == ["swift"])
  }
}

extension CompositionExamples.NewsCore {
  func dependency() -> any CompositionExamples.CacheStore {
    shared { CompositionExamples.LiveCache(http: dependency()) }
  }
}
