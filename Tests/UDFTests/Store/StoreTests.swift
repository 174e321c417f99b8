import Testing
import UDF

@Suite("Store")
struct StoreTests {
  enum CountAction: Equatable {
    case add(Int)
    case double
  }

  static var counter: Reducer<Int, CountAction> {
    Reducer { count, action in
      switch action {
      case .add(let step): count += step
      case .double: count *= 2
      }
      return .none
    }
  }

  @Test("each action is reduced and passed to every subscriber before send returns")
  func subscribersSeeEachState() {
    let store = Store(1, reducer: Self.counter)
    let first = Collector<Int>()
    let second = Collector<Int>()
    let subscriptions = [store.subscribe { first($0) }, store.subscribe { second($0) }]
    store.send(.add(2))
    store.send(.double)
    #expect(first.elements == [3, 6])
    #expect(second.elements == [3, 6])
    #expect(store.state == 6)
    #expect(store.revision == 2)
    withExtendedLifetime(subscriptions) {}
  }

  @Test("two subscribers receive, and one that unregisters receives no more")
  func unregistering() {
    let store = Store(0, reducer: Self.counter)
    let first = Collector<Int>()
    let second = Collector<Int>()
    let leaving = store.subscribe { first($0) }
    var released: Subscription? = store.subscribe { second($0) }
    store.send(.add(1))
    leaving.cancel()
    leaving.cancel()
    store.send(.add(1))
    _ = released
    released = nil
    store.send(.add(1))
    #expect(first.elements == [1])
    #expect(second.elements == [1, 2])
  }

  @Test("a subscriber that unregisters during a notification does not affect others")
  func unregisteringWhileNotified() {
    let store = Store(0, reducer: Self.counter)
    let seen = Collector<String>()
    var leaving: Subscription?
    var victim: Subscription?
    leaving = store.subscribe { _ in
      seen("leaving")
      leaving?.cancel()
      victim?.cancel()
    }
    victim = store.subscribe { _ in seen("victim") }
    let staying = store.subscribe { _ in seen("staying") }
    store.send(.add(1))
    store.send(.add(1))
    #expect(seen.elements == ["leaving", "staying", "staying"])
    withExtendedLifetime(staying) {}
  }

  @Test("a subscriber that retains another's subscription ends it when it is released, also during a notification")
  func nestedSubscriptions() {
    let store = Store(0, reducer: Self.counter)
    let inner = Collector<Int>()
    var outer: Subscription?
    do {
      let held = store.subscribe { inner($0) }
      outer = store.subscribe { [held] _ in
        _ = held
        outer = nil
      }
    }
    store.send(.add(1))
    store.send(.add(1))
    #expect(outer == nil)
    #expect(inner.elements == [1])
  }

  @Test("a subscription during a notification is first called for the next action")
  func subscribingWhileNotified() {
    let store = Store(0, reducer: Self.counter)
    let late = Collector<Int>()
    var subscriptions: [Subscription] = []
    subscriptions.append(
      store.subscribe { _ in
        if subscriptions.count == 1 { subscriptions.append(store.subscribe { late($0) }) }
      })
    store.send(.add(1))
    #expect(late.elements == [])
    store.send(.add(1))
    #expect(late.elements == [2])
  }

  @Test(
    "actions of subscribers wait, first in, first out, and are reduced before the outermost send returns")
  func sendsFromSubscribersAreQueued() {
    let store = Store(0, reducer: Self.counter)
    let seen = Collector<Int>()
    let first = store.subscribe { count in
      guard count == 1 else { return }
      store.send(.add(10))
      #expect(store.state == 1)
      store.send(.double)
    }
    let second = store.subscribe { seen($0) }
    store.send(.add(1))
    #expect(seen.elements == [1, 11, 22])
    withExtendedLifetime((first, second)) {}
  }

  @Test("a send inside a reducer is refused, and the report has the place and the alternative")
  func sendInReducer() {
    let misuses = Collector<Misuse>()
    var line: UInt = 0
    weak var reached: Store<Int, CountAction>?
    let store = Store<Int, CountAction>(
      0,
      reduce: { count, action in
        line = #line + 1
        if case .add = action { reached?.send(.double) }
        count += 1
        return .none
      }, onMisuse: { misuses($0) })
    reached = store
    store.send(.add(1))
    #expect(store.state == 1)
    #expect(store.revision == 1)
    #expect(
      misuses.elements.map(\.description) == [
        """
        UDFTests/StoreTests.swift:\(line): CountAction.double: sent from inside a reducer
          It was refused; the reducer continues and its own action is kept.
          To fix this, return it as an effect: return .send(action)
        """
      ])
    #expect(misuses.elements.map(\.kind) == [.sendInReducer])
  }

  @Test("a reducer that reads the store instead of its argument is reported, and continues")
  func readInsideReducer() {
    let misuses = Collector<Misuse>()
    weak var reached: Store<Int, CountAction>?
    let store = Store<Int, CountAction>(
      1,
      reduce: { count, _ in
        count += 1
        count = reached!.state + 10
        return .none
      }, onMisuse: { misuses($0) })
    reached = store
    store.send(.double)
    // Optimised code need not have written its argument yet.
    #expect(store.state == 12 || store.state == 11)
    #expect(
      misuses.elements.map(\.description) == [
        """
        store.state: read from inside a reducer
          The value may lack what the reducer has written.
          To fix this, use the state that the reducer has as its argument
        """
      ])
  }

  @Test("a loop of actions is stopped after the limit and reported")
  func runawayLoop() {
    let misuses = Collector<Misuse>()
    let store = Store(0, reducer: Self.counter, onMisuse: { misuses($0) })
    let loop = store.subscribe { _ in store.send(.add(1)) }
    let line: UInt = #line + 1
    store.send(.add(1))
    #expect(store.state == 10_001)
    #expect(
      misuses.elements.map(\.description) == [
        """
        UDFTests/StoreTests.swift:\(line): CountAction.add: one send caused more than 10000 further actions
          What still waited (1) was dropped; the state keeps what was reduced before.
          To fix this, find the subscriber, middleware or effect that answers each action with another one
        """
      ])
    loop.cancel()
    store.send(.add(1))
    #expect(store.state == 10_002)
    #expect(misuses.elements.count == 1)
  }

  @Test("the reducer has the only reference to the state, whoever observes it")
  func reducesInPlace() {
    final class Box {}
    struct BoxState { var box = Box() }
    let unique = Collector<Bool>()
    let store = Store<BoxState, Int>(
      BoxState(),
      reducer: Reducer { state, _ in
        unique(isKnownUniquelyReferenced(&state.box))
        return .none
      }, middleware: [Middleware(before: { _, _ in }, after: { _, _ in })])
    let subscription = store.subscribe { _ in }
    for action in 0..<3 { store.send(action) }
    store.middleware = []
    store.send(3)
    #expect(unique.elements == [true, true, true, true])
    withExtendedLifetime(subscription) {}
  }

  @Test("the state cannot be written from outside")
  func stateIsReadOnly() {
    let path: AnyKeyPath = \Store<Int, CountAction>.state
    #expect(!(path is ReferenceWritableKeyPath<Store<Int, CountAction>, Int>))
  }

  @Test("the states are a sequence that ends with the store")
  func statesAsSequence() async {
    var store: Store? = Store(0, reducer: Self.counter)
    let states = store?.states(buffering: .unbounded)
    store?.send(.add(1))
    store?.send(.double)
    store = nil
    var seen: [Int] = []
    if let states { for await state in states { seen.append(state) } }
    #expect(seen == [0, 1, 2])
  }

  @Test("a slow reader of the states receives the newest")
  func statesSkipToNewest() async {
    let store = Store(0, reducer: Self.counter)
    let states = store.states()
    for _ in 1...5 { store.send(.add(1)) }
    var iterator = states.makeAsyncIterator()
    #expect(await iterator.next() == 5)
  }
}
