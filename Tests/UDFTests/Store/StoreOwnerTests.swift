import Dispatch
import Testing
import UDF

@Suite("The owner of a store", .serialized)
struct StoreOwnerTests {
  static let sum = Reducer<Int, Int> { sum, step in
    sum += step
    return .none
  }

  /// Runs the body on another thread, and returns when it has.
  func elsewhere(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        body()
        continuation.resume()
      }
    }
  }

  @MainActor @Test("an action from another thread is reported, and reduced on the owner")
  func foreignSend() async {
    let misuses = Collector<Misuse>()
    let store = Store(0, reducer: Self.sum, onMisuse: { misuses($0) })
    store.send(1)
    let states = store.states()
    let line: UInt = #line + 2
    nonisolated(unsafe) let shared = store
    await elsewhere { for _ in 1...1000 { shared.send(1) } }
    for await sum in states where sum == 1001 { break }
    #expect(misuses.elements.count == 1000)
    #expect(
      misuses.elements.first?.description == """
        UDFTests/StoreOwnerTests.swift:\(line): send(1): called by code that does not run on the store's owner
          The action is reduced on the owner, later.
          To fix this, call it on the actor or thread that made the store, or send through store.handle
        """)
  }

  @MainActor @Test("a subscription from another thread is refused, and the state can be read")
  func foreignRead() async {
    let misuses = Collector<Misuse>()
    let store = Store(7, reducer: Self.sum, onMisuse: { misuses($0) })
    let read = Collector<Int>()
    nonisolated(unsafe) let shared = store
    await elsewhere {
      read(shared.state)
      shared.subscribe { read($0) }.cancel()
      shared.poll()
    }
    store.poll()
    #expect(read.elements == [7])
    #expect(misuses.elements.map(\.kind) == [.foreignCaller, .foreignCaller, .foreignCaller])
  }

  @Test("a store without an actor may move between threads")
  func moved() async {
    let misuses = Collector<Misuse>()
    let store = Store(0, reducer: Self.sum, onMisuse: { misuses($0) })
    nonisolated(unsafe) let shared = store
    for _ in 1...100 { await elsewhere { shared.send(1) } }
    #expect(store.state == 100)
    #expect(misuses.elements == [])
  }

  @Test("actions of many threads to a store without an actor are reduced one by one, none is lost, with a report")
  func atOnce() async {
    let misuses = Collector<Misuse>()
    let store = Store(0, reducer: Self.sum, onMisuse: { misuses($0) })
    nonisolated(unsafe) let shared = store
    // Another thread sends while an action is under way.
    let subscription = store.subscribe { sum in
      if sum == 1 { DispatchQueue.concurrentPerform(iterations: 4) { _ in for _ in 1...250 { shared.send(1) } } }
    }
    store.send(1)
    #expect(store.state == 1001)
    #expect(misuses.elements.allSatisfy { $0.kind == .foreignCaller })
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        DispatchQueue.concurrentPerform(iterations: 4) { _ in for _ in 1...1000 { shared.send(1) } }
        continuation.resume()
      }
    }
    #expect(store.state == 5001)
    withExtendedLifetime(subscription) {}
  }

  /// A main-actor class whose store is the default value of a property.
  @MainActor final class Screen {
    let store = Store(0, reducer: StoreOwnerTests.sum)
  }

  @MainActor @Test("a store in a property of a main-actor class delivers automatically", .timeLimit(.minutes(60)))
  func property() async {
    let screen = Screen()
    let handle = screen.store.handle
    handle(5)
    for await sum in screen.store.states() where sum == 5 { break }
  }

  /// An actor that makes its store in its initialiser.
  actor Owner {
    let store: Store<Int, Int>

    init() { store = Store(0, reducer: StoreOwnerTests.sum) }

    func sum(of numbers: [Int]) -> Int {
      for number in numbers { store.send(number) }
      return store.state
    }
  }

  @MainActor @Test("a store that the initialiser of an actor makes is the actor's, wherever the initialiser was called")
  func initialiser() async {
    #expect(await Owner().sum(of: [1, 2, 3]) == 6)
  }
}
