import Testing
import UDF

@Suite("Middleware")
struct MiddlewareTests {
  static var adder: Reducer<Int, Int> {
    Reducer { state, action in
      state += action
      return .none
    }
  }

  @Test("middleware runs in registration order around the reducer and sees the state before and after")
  func orderAndStates() {
    let log = Collector<String>()
    func middleware(_ name: String) -> Middleware<Int, Int> {
      Middleware(
        before: { state, action in log("\(name) before \(action): \(state)") },
        after: { state, action in log("\(name) after \(action): \(state)") })
    }
    let store = Store(1, reducer: Self.adder, middleware: [middleware("a"), middleware("b")])
    let subscription = store.subscribe { log("subscriber: \($0)") }
    store.send(2)
    #expect(
      log.elements == [
        "a before 2: 1", "b before 2: 1", "a after 2: 3", "b after 2: 3", "subscriber: 3",
      ])
    withExtendedLifetime(subscription) {}
  }

  @Test("what a middleware sends is reduced after the action it watched")
  func sendsAreQueued() {
    let seen = Collector<Int>()
    let store = Store(0, reducer: Self.adder)
    store.middleware = [
      Middleware(before: { [unowned store] _, action in
        seen(action)
        if action == 1 { store.send(10) }
      })
    ]
    store.send(1)
    #expect(seen.elements == [1, 10])
    #expect(store.state == 11)
  }

  @Test("a middleware added while the store runs watches the next action")
  func addedLater() {
    let seen = Collector<Int>()
    let store = Store(0, reducer: Self.adder)
    store.send(1)
    store.middleware.append(Middleware(before: { _, action in seen(action) }))
    store.send(2)
    store.middleware.removeAll()
    store.send(3)
    #expect(seen.elements == [2])
  }
}
