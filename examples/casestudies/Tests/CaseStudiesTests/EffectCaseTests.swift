import Testing
import UDF
import UDFTesting

@testable import CaseStudies

struct Offline: Error, CustomStringConvertible {
  var description: String { "offline" }
}

@Suite("Effects")
struct EffectCaseTests {
  let clock = TestClock()

  @Test("basics: the service answers, or fails")
  func basics() async {
    for isOnline in [true, false] {
      let facts = facts(about: { if isOnline { "\($0) is good" } else { throw Offline() } }, clock: clock)
      let store = TestStore(Facts(), reducer: facts)
      store.send(.add(1)) { $0.count = 1 }
      store.send(.askTapped) { $0.isLoading = true }
      await store.receive(isOnline ? .answered("1 is good") : .failed("offline")) {
        ($0.isLoading, $0.text) = (false, isOnline ? "1 is good" : "offline")
      }
      await store.finish()
    }
  }

  @Test("basics: counting down comes late, and not at all once the number is no longer negative")
  func later() async {
    let store = TestStore(Facts(), reducer: facts(about: unstubbed("facts"), clock: clock))
    store.send(.subtractLater)
    await clock.advance(by: .seconds(1))
    await store.receive(.add(-1)) { $0.count = -1 }
    store.send(.subtractLater)
    store.send(.add(1)) { $0.count = 0 }
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test("cancellation: by the user, and by another number")
  func cancellation() async {
    let store = TestStore(
      Request(),
      reducer: request { [clock] in
        try await clock.sleep(for: .seconds(1))
        return "\($0)"
      })
    store.send(.startTapped) { $0.isLoading = true }
    store.send(.stopTapped) { $0.isLoading = false }
    store.send(.startTapped) { $0.isLoading = true }
    store.send(.step(1)) { ($0.number, $0.isLoading) = (1, false) }
    store.send(.startTapped) { $0.isLoading = true }
    await clock.advance(by: .seconds(1))
    await store.receive(.answered("1")) { ($0.isLoading, $0.answer) = (false, "1") }
    await store.finish()
  }

  @Test("long-living: screenshots are counted while the view's task lives")
  func longLiving() async {
    let (stream, taken) = AsyncStream.makeStream(of: Void.self)
    let store = TestStore(0, reducer: screenshots { stream })
    let task = store.send(.shown)
    taken.yield()
    await store.receive(.taken) { $0 = 1 }
    task.cancel()
    taken.yield()
    await store.finish()
  }

  @Test("refreshable: the send can be waited for, and cancelled")
  func refreshable() async {
    let store = Store(
      Feed(),
      reducer: feed { [clock] in
        try await clock.sleep(for: .seconds(1))
        return "page \($0)"
      })
    store.send(.next)
    let refreshing = store.send(.refresh)
    await clock.asleep(1)
    await clock.advance(by: .seconds(1))
    await refreshing.finish()
    #expect(store.state.text == "page 1")
    let cancelled = store.send(.refresh)
    store.send(.cancelTapped)
    await cancelled.finish()
    #expect(store.state.text == nil)
  }

  @Test("timers: five seconds are five ticks")
  func timers() async {
    let store = TestStore(Stopwatch(), reducer: stopwatch(clock: clock))
    store.send(.toggle) { $0.isRunning = true }
    await clock.advance(by: .seconds(5))
    for second in 1...5 { await store.receive(.tick) { $0.seconds = second } }
    store.send(.toggle) { $0.isRunning = false }
    await store.finish()
  }

  /// Sends back what it is sent.
  nonisolated struct EchoSocket: Socket {
    let pipe = AsyncStream.makeStream(of: String.self)
    var isBroken = false

    func open() async throws -> AsyncStream<String> { pipe.stream }
    func send(_ text: String) async throws {
      if isBroken { throw Offline() }
      pipe.continuation.yield(text)
    }
  }

  @Test("web socket: what is sent comes back, pings keep it open, and closing ends both")
  func socket() async {
    let socket = EchoSocket()
    let store = TestStore(Chat(), reducer: chat(socket, clock: clock))
    store.send(.connectTapped) { $0.connection = .connecting }
    await store.receive(.opened) { $0.connection = .open }
    store.send(.drafted("Hi")) { $0.draft = "Hi" }
    store.send(.sendTapped) { $0.draft = "" }
    await store.receive(.received("Hi")) { $0.received = ["Hi"] }
    await clock.advance(by: .seconds(10))
    await store.receive(.received("ping")) { $0.received.append("ping") }
    store.send(.connectTapped) { $0.connection = .closed }
    await store.finish()
  }

  @Test("web socket: a message that is not sent is a draft again, and the server may close")
  func brokenSocket() async {
    let socket = EchoSocket(isBroken: true)
    let store = TestStore(Chat(), reducer: chat(socket, clock: clock))
    store.send(.connectTapped) { $0.connection = .connecting }
    await store.receive(.opened) { $0.connection = .open }
    store.send(.drafted("Hi")) { $0.draft = "Hi" }
    store.send(.sendTapped) { $0.draft = "" }
    await store.receive(.sendFailed(draft: "Hi")) { ($0.draft, $0.problem) = ("Hi", "The message was not sent.") }
    socket.pipe.continuation.finish()
    await store.receive(.closed) { $0.connection = .closed }
    await store.finish()
  }
}
