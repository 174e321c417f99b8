import Testing
import UDFTesting

@MainActor @Suite("TestClock")
struct TestClockTests {
  @Test("time stands still until it is moved, and then wakes whose time has come")
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
    clock.advance(by: .seconds(1))
    #expect(await iterator.next() == 1)
    clock.advance(by: .milliseconds(999))
    await clock.asleep(2)
    clock.advance(by: .milliseconds(1))
    #expect(await iterator.next() == 2)
    clock.advance(by: .seconds(60))
    #expect(await iterator.next() == 3)
    #expect(clock.now.offset == .milliseconds(62_000))
    try await clock.sleep(until: clock.now, tolerance: nil)
  }

  @Test("who is cancelled in its sleep, or before it, wakes at once with an error")
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
}
