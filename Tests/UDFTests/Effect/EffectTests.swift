import Testing
import UDF
import UDFTesting

@MainActor @Suite("Effect")
struct EffectTests {
  /// A store whose actions are kept in its state and whose effects are chosen by action.
  func store(_ effects: @escaping @Sendable (String) -> Effect<String>) -> Store<[String], String> {
    Store(
      [],
      reducer: Reducer { log, action in
        log.append(action)
        return effects(action)
      })
  }

  @Test("an action that a reducer returns is reduced before the outermost send returns")
  func send() {
    let store = store { $0 == "a" ? .merge([.send("b"), .send("c")]) : .none }
    store.send("a")
    #expect(store.state == ["a", "b", "c"])
  }

  @Test("an effect sends many actions, which arrive in order, and settling waits for their consequences too")
  func run() async {
    let store = store { action in
      switch action {
      case "a":
        .run { send in
          send("b")
          send("c")
        }
      case "c": .run { send in send("d") }
      default: .none
      }
    }
    store.send("a")
    #expect(!store.isSettled)
    await store.settle()
    #expect(store.isSettled)
    #expect(store.state == ["a", "b", "c", "d"])
  }

  @Test("the result of an attempt becomes an action, and so does its error")
  func attempt() async {
    struct Offline: Error {}
    let store = store { action in
      switch action {
      case "good": .attempt({ 42 }, then: { "got \((try? $0.get()) ?? 0)" })
      case "bad": .attempt({ throw Offline() }, then: { (result: Result<Int, any Error>) in "\(result)" })
      default: .none
      }
    }
    store.send("good")
    await store.settle()
    store.send("bad")
    await store.settle()
    #expect(store.state.prefix(3) == ["good", "got 42", "bad"])
    #expect(store.state.last?.hasPrefix("failure(") == true)
  }

  @Test("concatenated effects start one after another")
  func concatenate() async {
    let clock = TestClock()
    let store = store { action in
      guard action == "a" else { return .none }
      return .concatenate([
        .run { send in
          try? await clock.sleep(for: .seconds(2))
          send("slow")
        },
        .send("then"),
        .run { send in
          try? await clock.sleep(for: .seconds(1))
          send("last")
        },
      ])
    }
    store.send("a")
    await clock.asleep(1)
    await clock.advance(by: .seconds(2))
    await clock.asleep(1)
    #expect(store.state == ["a", "slow", "then"])
    await clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.state == ["a", "slow", "then", "last"])
  }

  @Test("an effect after merged effects starts when the last of them has ended")
  func merge() async {
    let clock = TestClock()
    let store = store { action in
      guard action == "a" else { return .none }
      let waits = (1...2).map { seconds in
        Effect<String>.run { send in
          try? await clock.sleep(for: .seconds(seconds))
          send("\(seconds)")
        }
      }
      return .concatenate([.merge(waits), .send("then")])
    }
    store.send("a")
    await clock.asleep(2)
    await clock.advance(by: .seconds(2))
    await store.settle()
    #expect(Set(store.state.dropLast()) == ["a", "1", "2"])
    #expect(store.state.last == "then")
  }

  @Test("a search with a debounce restarts at each letter, so only the last text is searched")
  func debounce() async {
    let clock = TestClock()
    let store = store { action in
      guard !action.hasPrefix("found") else { return .none }
      return .run { send in
        try? await clock.sleep(for: .milliseconds(300))
        send("found \(action)")
      }
      .cancellable(id: "search", cancelInFlight: true)
    }
    store.send("s")
    await clock.asleep(1)
    await clock.advance(by: .milliseconds(200))
    store.send("sw")
    await clock.asleep(1)
    await clock.advance(by: .milliseconds(299))
    #expect(store.state == ["s", "sw"])
    await clock.advance(by: .milliseconds(1))
    await store.settle()
    #expect(store.state == ["s", "sw", "found sw"])
  }

  @Test(
    "actions of a cancelled effect that are not reduced yet are dropped, and later ones continue")
  func cancel() async {
    let (sent, continuation) = AsyncStream.makeStream(of: Void.self)
    let clock = TestClock()
    let store = Store<[String], String>(
      [],
      reducer: Reducer { log, action in
        log.append(action)
        switch action {
        case "start":
          return .concatenate([
            .run { send in
              send("too late")
              continuation.finish()
              try? await clock.sleep(for: .seconds(1))
              send("never")
            }
            .cancellable(id: 7),
            .send("next"),
          ])
        case "stop": return .cancel(id: 7)
        default: return .none
        }
      }, onWake: {})
    store.send("start")
    for await _ in sent {}
    store.send("stop")
    await store.settle()
    #expect(store.state == ["start", "stop", "next"])
  }

  @Test("actions of a cancelled effect leave the store settled")
  func lateSend() async {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let clock = TestClock()
    let store = Store<[String], String>(
      [],
      reducer: Reducer { log, action in
        log.append(action)
        guard action == "start" else { return .cancel(id: 7) }
        return .run { send in
          try? await clock.sleep(for: .seconds(1))
          send("late")
          end.finish()
        }
        .cancellable(id: 7)
      }, onWake: {})
    store.send("start")
    await clock.asleep(1)
    store.send("stop")
    for await _ in ended {}
    #expect(store.isSettled)
    store.handle("other")
    #expect(!store.isSettled)
    store.poll()
    #expect(store.isSettled)
    #expect(store.state == ["start", "stop", "other"])
  }

  @Test("settling ends when its task is cancelled, although an effect continues", .timeLimit(.minutes(60)))
  func cancelledSettling() async {
    let clock = TestClock()
    let store = store { _ in .run { _ in try? await clock.sleep(for: .seconds(1)) } }
    store.send("start")
    await clock.asleep(1)
    let settling = Task { await store.settle() }
    settling.cancel()
    await settling.value
    #expect(!store.isSettled)
    await clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.isSettled)
  }

  @Test("an id cancels only effects with this id")
  func cancelById() async {
    let clock = TestClock()
    let store = store { action in
      switch action {
      case "a", "b":
        .run { send in
          try? await clock.sleep(for: .seconds(1))
          send("\(action) done")
        }
        .cancellable(id: action)
      case "stop": .cancel(id: "a")
      default: .none
      }
    }
    store.send("a")
    store.send("b")
    await clock.asleep(2)
    store.send("stop")
    await clock.advance(by: .seconds(1))
    await store.settle()
    #expect(store.state == ["a", "b", "stop", "b done"])
  }

  @Test("an effect does nothing after its store was released")
  func outlivingStore() async {
    let (ended, continuation) = AsyncStream.makeStream(of: Bool.self)
    let clock = TestClock()
    let watched = Collector<String>()
    var store: Store<[String], String>? = store { _ in
      .run { send in
        try? await clock.sleep(for: .seconds(1))
        send("late")
        continuation.yield(Task.isCancelled)
      }
    }
    let subscription = store?.subscribe { watched($0.last ?? "") }
    let handle = store?.handle
    store?.send("start")
    await clock.asleep(1)
    store = nil
    handle?("nobody hears")
    var iterator = ended.makeAsyncIterator()
    #expect(await iterator.next() == true)
    #expect(watched.elements == ["start"])
    withExtendedLifetime(subscription) {}
  }

  @Test("any thread may send through the handle; the actor's store reduces the actions of each thread in order")
  func handleFromManyThreads() async {
    let store = Store<[Int: [Int]], [Int]>(
      [:],
      reducer: Reducer { log, action in
        log[action[0], default: []].append(action[1])
        return .none
      })
    let states = store.states()
    let handle = store.handle
    for thread in 0..<4 {
      Task.detached { for number in 0..<250 { handle([thread, number]) } }
    }
    for await state in states where state.values.map(\.count).reduce(0, +) == 1000 { break }
    for thread in 0..<4 { #expect(store.state[thread] == Array(0..<250)) }
  }

  /// An actor that has a store, and reports when it is released.
  actor Counter {
    private var store: Store<Int, Int>?
    private let gone: AsyncStream<Void>.Continuation

    init(gone: AsyncStream<Void>.Continuation) { self.gone = gone }

    deinit { gone.finish() }

    func start() -> Send<Int> {
      let store = Store<Int, Int>(
        0,
        reducer: Reducer { count, step in
          count += step
          return step == 1 ? .run { send in send(10) } : .none
        })
      self.store = store
      return store.handle
    }

    func wait(for total: Int) async {
      guard let states = store?.states() else { return }
      for await count in states where count == total { break }
    }
  }

  @Test("a store made on an actor delivers automatically and does not retain its actor", .timeLimit(.minutes(60)))
  func ownedByActor() async {
    let (gone, continuation) = AsyncStream.makeStream(of: Void.self)
    var counter: Counter? = Counter(gone: continuation)
    let handle = await counter?.start()
    handle?(1)
    await counter?.wait(for: 11)
    counter = nil
    for await _ in gone {}
    handle?(1)
  }

  /// A main-actor class that makes its store in its initialiser.
  @MainActor final class Screen {
    let store: Store<Int, Int>

    init() {
      store = Store(
        0,
        reducer: Reducer { count, step in
          count += step
          return .none
        })
    }
  }

  @Test("a store made by a main-actor initialiser delivers automatically", .timeLimit(.minutes(60)))
  func ownedByMainActorClass() async {
    let screen = Screen()
    let states = screen.store.states()
    screen.store.handle(5)
    for await count in states where count == 5 { break }
    #expect(screen.store.state == 5)
  }

  @Test("a store without an actor rings once and delivers when its owner polls")
  func polling() async {
    let (rings, continuation) = AsyncStream.makeStream(of: Void.self)
    let store = Store<[String], String>(
      [],
      reducer: Reducer { log, action in
        log.append(action)
        return .none
      }, onWake: { continuation.yield() })
    let handle = store.handle
    handle("a")
    handle("b")
    continuation.finish()
    var count = 0
    for await _ in rings { count += 1 }
    #expect(count == 1)
    #expect(store.state == [])
    store.poll()
    #expect(store.state == ["a", "b"])
  }

  @Test("polling from a subscriber delivers after the running action")
  func pollingWhileNotified() {
    let store = store { _ in .none }
    let subscription = store.subscribe { log in
      guard log == ["a"] else { return }
      store.handle("c")
      store.poll()
      store.send("b")
    }
    store.send("a")
    #expect(store.state == ["a", "b", "c"])
    withExtendedLifetime(subscription) {}
  }

  @Test("an effect that does nothing uses no memory: the effect of most actions is one word")
  func size() {
    #expect(MemoryLayout<Effect<String>>.size == MemoryLayout<Int>.size)
  }
}
