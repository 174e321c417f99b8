import Testing
import UDF

@MainActor @Suite("Thunks")
struct ThunkTests {
  struct Search: Equatable {
    var isBusy = false
    var found: [String] = []
  }

  enum SearchAction: Equatable, Sendable {
    case started
    case found([String])
    case failed(String)
  }

  struct Offline: Error {}

  let log = Collector<String>()
  let misuses = Collector<Misuse>()

  func store() -> Store<Search, SearchAction> {
    Store(
      Search(),
      reducer: Reducer { search, action in
        switch action {
        case .started: search.isBusy = true
        case .found(let found): search = Search(found: found)
        case .failed: search.isBusy = false
        }
        return .none
      }, middleware: [Middleware(before: { [log] _, action in log("\(action)") })],
      onMisuse: { [misuses] in misuses($0) })
  }

  /// An action creator: its result reads the state and sends actions, at once and later.
  func search(_ text: String) -> (Search) -> Effect<SearchAction> {
    { search in
      guard !search.isBusy else { return .none }
      return .merge([
        .send(.started),
        .attempt {
          guard text != "offline" else { throw Offline() }
          return ["\(text)-udf"]
        } then: { result in
          switch result {
          case .success(let found): .found(found)
          case .failure(let error): .failed("\(error)")
          }
        },
      ])
    }
  }

  @Test("Redux thunk (async action creator): it dispatches later, and success and failure are both logged")
  func dispatchesLater() async {
    let store = store()
    store.send(thunk: search("swift"))
    #expect(log.elements == ["started"])
    await store.settle()
    #expect(store.state == Search(found: ["swift-udf"]))
    store.send(thunk: search("offline"))
    await store.settle()
    #expect(log.elements == ["started", "found([\"swift-udf\"])", "started", "failed(\"Offline()\")"])
  }

  @Test("a thunk reads the present state, so it can avoid work that is in progress")
  func seesTheState() async {
    let store = store()
    store.send(thunk: search("swift"))
    store.send(thunk: search("lua"))
    await store.settle()
    #expect(log.elements == ["started", "found([\"swift-udf\"])"])
  }

  @Test("an action that a thunk sends inside a subscriber waits")
  func fromSubscriber() {
    let store = store()
    let subscription = store.subscribe { [log] search in
      log("busy: \(search.isBusy)")
      if store.revision == 1 { store.send(thunk: { _ in .merge([.send(.started), .send(.failed("b"))]) }) }
      log("told")
    }
    store.send(.found(["a"]))
    #expect(
      log.elements == [
        "found([\"a\"])", "busy: false", "told", "started", "busy: true", "told", "failed(\"b\")", "busy: false",
        "told",
      ])
    withExtendedLifetime(subscription) {}
  }

  @Test("a thunk inside a reducer is refused, and the report has the alternative")
  func inReducer() {
    weak var reached: Store<Int, Int>?
    var line: UInt = 0
    let store = Store<Int, Int>(
      0,
      reduce: { count, action in
        line = #line + 1
        if action == 1 { reached?.send(thunk: { _ in .send(2) }) }
        count += action
        return .none
      }, onMisuse: { [misuses] in misuses($0) })
    reached = store
    store.send(1)
    #expect(store.state == 1)
    #expect(
      misuses.elements.map(\.description) == [
        """
        UDFTests/ThunkTests.swift:\(line): a thunk: sent from inside a reducer
          It was refused; the reducer continues and its own action is kept.
          To fix this, return its effect from the reducer
        """
      ])
  }
}
