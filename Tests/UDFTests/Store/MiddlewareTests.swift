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

  @Test("middleware runs in registration order around the reducer and reads the state before and after")
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

  @Test("an action of a middleware is reduced after the action that it received")
  func sendsAreQueued() {
    let seen = Collector<Int>()
    let store = Store(0, reducer: Self.adder)
    store.middleware = [
      .confined(before: { [unowned store] _, action in
        seen(action)
        if action == 1 { store.send(10) }
      })
    ]
    store.send(1)
    #expect(seen.elements == [1, 10])
    #expect(store.state == 11)
  }

  @Test("a middleware added while the store runs receives the next action")
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

  @Test("a middleware can stop an action: no reducer, subscriber, later middleware or effect receives it")
  func stops() {
    let log = Collector<String>()
    let store = Store(
      0, reducer: Self.adder,
      middleware: [
        Middleware(
          before: { _, action in log("first \(action)") }, after: { _, action in log("first after \(action)") }),
        Middleware(effect: { _, action in action < 0 ? .send(100) : .none }),
        Middleware(intercepting: { state, action in state + action < 0 ? .stop : .pass }),
        Middleware(before: { _, action in log("last \(action)") }),
      ])
    let subscription = store.subscribe { log("subscriber \($0)") }
    store.send(-1)
    #expect(store.state == 0)
    #expect(store.revision == 0)
    #expect(log.elements == ["first -1"])
    store.send(2)
    #expect(log.elements == ["first -1", "first 2", "last 2", "first after 2", "subscriber 2"])
    withExtendedLifetime(subscription) {}
  }

  @Test("a middleware can replace an action: later middleware and the reducer receive the other one")
  func replaces() {
    let log = Collector<String>()
    let store = Store(
      1, reducer: Self.adder,
      middleware: [
        Middleware(before: { _, action in log("first \(action)") }),
        Middleware(
          intercepting: { state, action in action > 10 ? .replace(with: 10) : .pass },
          after: { state, action in log("limit after \(action): \(state)") }),
        Middleware(before: { state, action in log("last \(action): \(state)") }),
      ])
    store.send(99)
    store.send(5)
    #expect(
      log.elements == [
        "first 99", "last 10: 1", "limit after 10: 11", "first 5", "last 5: 11", "limit after 5: 16",
      ])
  }

  @Test("a stopped store continues: actions that a middleware sent meanwhile are reduced")
  func goesOn() {
    let store = Store(0, reducer: Self.adder)
    store.middleware = [
      .confined(intercepting: { [unowned store] _, action in
        guard action == 7 else { return .pass }
        store.send(1)
        return .stop
      })
    ]
    store.send(7)
    #expect(store.state == 1)
  }
}
