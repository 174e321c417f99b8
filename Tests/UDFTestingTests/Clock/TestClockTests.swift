import Testing
import UDF
import UDFTesting

@MainActor @Suite("TestClock")
struct TestClockTests {
  @Test("time does not pass until it is advanced, and then wakes sleepers that are due")
  func advance() async throws {
    let clock = TestClock()
    let (woken, continuation) = AsyncStream.makeStream(of: Int.self)
    for seconds in [3, 1, 2] {
      Task {
        try await clock.sleep(for: .seconds(seconds))
        continuation.yield(seconds)
      }
    }
    await clock.asleep(3)
    var iterator = woken.makeAsyncIterator()
    await clock.advance(by: .seconds(1))
    #expect(await iterator.next() == 1)
    await clock.advance(by: .milliseconds(999))
    await clock.asleep(2)
    await clock.advance(by: .milliseconds(1))
    #expect(await iterator.next() == 2)
    await clock.advance(by: .seconds(60))
    #expect(await iterator.next() == 3)
    #expect(clock.now.offset == .milliseconds(62_000))
    try await clock.sleep(until: clock.now, tolerance: nil)
  }

  @Test("a sleeper that is cancelled before or during its sleep wakes at once with an error")
  func cancel() async {
    let clock = TestClock()
    let asleep = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.asleep(1)
    asleep.cancel()
    await #expect(throws: CancellationError.self) { try await asleep.value }
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await late.value }
  }

  enum Action: Equatable, Sendable {
    case start
    case tick(Int)
  }

  @Test("five seconds are five ticks of a second, each at its time, and the results of each run before the next")
  func ticks() async {
    let clock = TestClock()
    // Each tick starts the next one, so its effect must run before time goes on.
    let chain = Reducer<[Int], Action> { ticks, action in
      if case .tick(let second) = action { ticks.append(second) }
      return .run { send in
        try await clock.sleep(for: .seconds(1))
        send(.tick(Int(clock.now.offset.components.seconds)))
      }
    }
    let store = TestStore([], reducer: chain)
    store.send(.start)
    await clock.advance(by: .seconds(5))
    for second in 1...5 { await store.receive(.tick(second)) { $0.append(second) } }
    store.exhaustivity = .off
    await store.finish()
  }

  @MainActor final class Oven {
    var meals = 0

    func bake() async -> Int {
      meals += 1
      return meals
    }
  }

  @Test("an effect that calls a service of the main actor is asleep again before time goes on")
  func serviceOfMainActor() async {
    let (clock, oven) = (TestClock(), Oven())
    let baking = Reducer<Int, Int> { meals, action in
      meals += action
      guard action == 0 else { return .none }
      return .run { send in
        for _ in 1...3 {
          let meal = await oven.bake()
          try await clock.sleep(for: .seconds(1))
          send(meal)
        }
      }
    }
    let store = TestStore(0, reducer: baking)
    store.send(0)
    await clock.advance(by: .seconds(3))
    #expect(oven.meals == 3)
    for meal in 1...3 { await store.receive(meal) { $0 += meal } }
    await store.finish()
  }

  @Test("a task that no store has started also ticks five times in five seconds")
  func otherTasks() async {
    let clock = TestClock()
    let (ticks, continuation) = AsyncStream.makeStream(of: Int.self)
    let timer = Task {
      for _ in 1...5 {
        try await clock.sleep(for: .seconds(1))
        continuation.yield(Int(clock.now.offset.components.seconds))
      }
      continuation.finish()
    }
    await clock.asleep(1)
    await clock.advance(by: .seconds(5))
    var seconds: [Int] = []
    for await second in ticks { seconds.append(second) }
    #expect(seconds == [1, 2, 3, 4, 5])
    _ = await timer.result
  }

  @Test("waiting for missing sleepers fails the test and continues", .timeLimit(.minutes(60)))
  func nobodyAsleep() async {
    let clock = TestClock()
    let failures = await Failures { await clock.asleep(1, patience: .zero) }
    #expect(
      failures.texts == [
        """
        1 expected to be asleep on the clock, but 0 are
          To fix this, correct the effect that should sleep, or expect fewer.
        """
      ])
  }

  @Test("an effect that sleeps for no time again and again is cancelled and fails the test", .timeLimit(.minutes(60)))
  func noTime() async {
    let clock = TestClock()
    let store = TestStore(
      0,
      reducer: Reducer<Int, Int> { count, action in
        count += action
        return action == 0 ? .timer(every: .zero, clock: clock) { 1 } : .none
      }, exhaustivity: .off)
    let failures = await Failures {
      store.send(0)
      await clock.advance(by: .seconds(1))
      await store.finish()
    }
    #expect(
      failures.texts == [
        """
        An effect of 0 has slept 10000 times for no time, and was cancelled
          To fix this, let it sleep for more than zero.
        """
      ])
  }

  @Test("waiting for sleepers ends with the waiting task", .timeLimit(.minutes(60)))
  func cancelledWait() async {
    let clock = TestClock()
    let waiting = Task { await clock.asleep(1) }
    waiting.cancel()
    await waiting.value
  }
}
