import Foundation
import Observation
import Synchronization
import Testing
import UDF
import UDFTesting

/// The rows of "UDF with clean layers (user-list example)"; each test names its row.
@MainActor @Suite("User list: clean layers")
struct UserListTests {
  typealias Model = ViewModel<UserListEvent, UserListView.ViewState>

  let clock: TestClock
  let service: UserServiceDouble
  let store: Store<UserListState, UserListAction>
  let model: Model

  init() {
    clock = TestClock()
    service = UserServiceDouble(clock: clock)
    store = Store(.initial, reducer: UserListInteractor(service: service).reducer)
    model = ViewModel(store.scope(), events: UserListEvents(), view: UserListView())
  }

  /// Lets the server answer everything it was asked.
  func answer(_ questions: Int = 1) async {
    await clock.asleep(questions)
    await clock.advance(by: .seconds(1))
    await store.settle()
  }

  @Test("ViewEvent / handle(event:): the event is logged, and only its mapped action changes the state")
  func handleEvent() {
    let log = Collector<String>()
    model.onEvent = { event, outcome in log("\(event): \(outcome)") }
    store.middleware.append(Middleware(before: { _, action in log("\(action)") }))
    model.handle(event: .scrolled)
    #expect(store.state == .initial)
    model.handle(event: .appeared)
    #expect(log.elements == ["scrolled: no action", "appeared: sent", "load"])
    #expect(store.state.isLoading)
    #expect(!(\Model.state is ReferenceWritableKeyPath<Model, UserListView.ViewState>))
  }

  @Test(
    "DomainAction: the JSON round trip is equal",
    arguments: [
      UserListAction.load, .loaded([User(id: 1, name: "Zoë \"Z\"")]), .loadingFailed("offline"), .delete(1),
      .deleted(2), .deletionFailed(3, ""),
    ])
  func jsonRoundTrip(_ action: UserListAction) throws {
    let json = try JSONEncoder().encode(action)
    #expect(try JSONDecoder().decode(UserListAction.self, from: json) == action)
  }

  @Test("EventActionMap: an unmapped event reports \"no action\" and the revision is unchanged")
  func unmappedEvent() {
    let outcome = model.handle(event: .scrolled)
    #expect(outcome.description == "no action")
    #expect(store.revision == 0)
    #expect(UserListEvents().action(for: .swiped(7)) == .delete(7))
    #expect(UserListEvents().action(for: .swiped(7)) == UserListEvents().action(for: .swiped(7)))
  }

  @Test("DomainState: is equatable, has an initial value and one writer")
  func domainState() {
    #expect(UserListState.initial == UserListState())
    typealias UserListStore = Store<UserListState, UserListAction>
    #expect(!(\UserListStore.state is ReferenceWritableKeyPath<UserListStore, UserListState>))
  }

  @Test("ViewStateReducing / ViewState: run twice it is equal, and the empty state follows its truth table")
  func viewState() {
    for hasUsers in [false, true] {
      for isLoading in [false, true] {
        for error in [nil, "offline"] {
          let users = hasUsers ? [User(id: 1, name: "Ada")] : []
          let domain = UserListState(users: users, isLoading: isLoading, error: error)
          let view = UserListView().reduce(domain)
          #expect(view == UserListView().reduce(domain))
          #expect(view.showEmptyState == (!hasUsers && !isLoading && error == nil))
        }
      }
    }
  }

  @Test("Interactor: two loads are one fetch")
  func doubleLoading() async {
    model.handle(event: .appeared)
    model.handle(event: .refreshed)
    await answer()
    #expect(service.fetches == 1)
    #expect(model.state.names == ["Ada", "Grace", "Edsger"])
    model.handle(event: .refreshed)
    await answer()
    #expect(service.fetches == 2)
  }

  @Test("Interactor: a failure lands in the state and ends the loading")
  func failure() async {
    service.fail("offline")
    model.handle(event: .appeared)
    #expect(model.state.isLoading)
    await answer()
    #expect(!model.state.isLoading)
    #expect(model.state.error == "offline")
    #expect(!model.state.showEmptyState)
  }

  @Test("optimistic delete: the row goes at once and stays away when the server agrees, also across a reload")
  func optimisticDelete() async {
    model.handle(event: .appeared)
    await answer()
    model.handle(event: .swiped(2))
    #expect(model.state.names == ["Ada", "Edsger"])
    store.send(.loaded([User(id: 1, name: "Ada"), User(id: 2, name: "Grace")]))
    #expect(model.state.names == ["Ada"])
    await answer()
    #expect(model.state.names == ["Ada"])
    #expect(store.state.removed == [:])
  }

  @Test("optimistic delete: a failed delete rolls back, to the same place, and reports")
  func rollback() async {
    model.handle(event: .appeared)
    await answer()
    service.fail("not allowed")
    model.handle(event: .swiped(2))
    model.handle(event: .swiped(2))
    #expect(model.state.names == ["Ada", "Edsger"])
    await answer()
    #expect(model.state.names == ["Ada", "Grace", "Edsger"])
    #expect(model.state.error == "not allowed")
    #expect(store.state.removed == [:])
  }

  @Test("ViewModel binding: the view state follows the state, and nothing is emitted when it is equal")
  func binding() {
    store.send(.loaded([User(id: 1, name: "Ada")]))
    #expect(emissions { store.send(.loaded([User(id: 1, name: "Ada")])) } == 0)
    // Another user of the same name is another state and the same view.
    #expect(emissions { store.send(.loaded([User(id: 9, name: "Ada")])) } == 0)
    #expect(emissions { store.send(.loaded([User(id: 9, name: "Grace")])) } == 1)
    #expect(model.state.names == ["Grace"])
  }

  @Test("ViewModel binding: a screen that is gone leaves nothing behind in the store")
  func released() {
    weak var gone: Model?
    do {
      let model = Model(store.scope(), events: UserListEvents(), view: UserListView())
      gone = model
    }
    #expect(gone == nil)
    store.send(.load)
    #expect(store.state.isLoading)
  }

  @Test("ServiceLocator: a missing name is shown; same-named types do not clash")
  func serviceLocator() async throws {
    /// Of the same name as the feature's own.
    enum Elsewhere {
      struct UserServiceDouble: Sendable {}
    }
    let locator = ServiceLocator()
    let error = #expect(throws: ServiceNotFound.self) { try locator.retrieve((any UserService).self) }
    #expect(error?.type == "UDFTests.UserService")
    locator.register(service, as: (any UserService).self)
    locator.register(service)
    locator.register(Elsewhere.UserServiceDouble())
    #expect(try locator.retrieve(UserServiceDouble.self) === service)
    let store = Store(
      UserListState.initial, reducer: UserListInteractor(service: try locator.retrieve()).reducer)
    store.send(.load)
    await clock.asleep(1)
    await clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.state.users.count == 3)
  }

  @Test("tests of each layer: the events, the view and each rule alone, with a stub for what a rule asks for")
  func eachLayer() async {
    #expect(UserListEvents().action(for: .refreshed) == .load)
    #expect(UserListView().reduce(.initial).showEmptyState)

    let ada = User(id: 1, name: "Ada")
    let store = TestStore(
      UserListState.initial, reducer: UserListInteractor(service: UserServiceStub(onUsers: { [ada] })).reducer,
      patience: .seconds(600))
    store.send(.load) { $0.isLoading = true }
    store.send(.load)
    await store.receive(.loaded([ada])) {
      $0.isLoading = false
      $0.users = [ada]
    }
    await store.finish()
  }

  @Test("tests of each layer: the suite runs on a virtual clock")
  func virtualTime() async {
    for _ in 0..<100 {
      model.handle(event: .refreshed)
      await answer()
    }
    #expect(service.fetches == 100)
    #expect(clock.now.offset == .seconds(100))
  }

  /// The number of changes that an observer of the view state receives.
  func emissions(_ body: () -> Void) -> Int {
    let changes = Atomic(0)
    withObservationTracking {
      _ = model.state
    } onChange: {
      changes.add(1, ordering: .relaxed)
    }
    body()
    return changes.load(ordering: .relaxed)
  }
}
