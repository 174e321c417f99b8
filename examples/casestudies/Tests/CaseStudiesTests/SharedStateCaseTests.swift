import Testing
import UDF
import UDFTesting

@testable import CaseStudies

@Suite("Shared state")
struct SharedStateCaseTests {
  /// A storage that other programs may write to.
  nonisolated struct MemoryStorage: Storage {
    let outside = AsyncStream.makeStream(of: Stats.self)
    let saved = AsyncStream.makeStream(of: Stats.self)

    func values() -> AsyncStream<Stats> { outside.stream }
    func save(_ value: Stats) { saved.continuation.yield(value) }

    /// Ends both streams, and returns what was saved.
    func finish() async -> [Int] {
      outside.continuation.finish()
      saved.continuation.finish()
      return await saved.stream.reduce(into: []) { $0.append($1.count) }
    }
  }

  @Test("a storage: the shared part is loaded, followed and saved")
  func saved() async {
    let storage = MemoryStorage()
    let store = TestStore(TabsApp(), reducer: savedTabs(storage))
    store.send(.shown)
    storage.outside.continuation.yield(Stats(count: 5, changes: 9))
    await store.receive(.loaded(Stats(count: 5, changes: 9))) { $0.stats = Stats(count: 5, changes: 9) }
    store.send(.tabs(.counter(.add(2)))) { $0.stats = Stats(count: 7, changes: 10) }
    store.send(.tabs(.counter(.isEvenTapped))) { $0.counter.alert = "7 is odd" }
    #expect(await storage.finish() == [7])
    await store.finish()
  }

  @Test("sandboxing: what the sheet changes is saved in its own storage, and stops when it is closed")
  func sandbox() async {
    let (real, sandboxed) = (MemoryStorage(), MemoryStorage())
    let store = TestStore(SandboxApp(), reducer: sandboxing(real, sandbox: sandboxed))
    store.send(.openTapped) { $0.sandbox = TabsApp() }
    store.send(.sandbox(.shown))
    store.send(.sandbox(.tabs(.counter(.add(3))))) { $0.sandbox?.stats = Stats(count: 3, changes: 1) }
    store.send(.app(.tabs(.counter(.add(1))))) { $0.app.stats = Stats(count: 1, changes: 1) }
    store.send(.closed) { $0.sandbox = nil }
    #expect(await (real.finish(), sandboxed.finish()) == ([1], [3]))
    await store.finish()
  }

  @Test("notifications: each is counted, and the last count gets its answer")
  func notifications() async {
    let (stream, notified) = AsyncStream.makeStream(of: Void.self)
    let store = TestStore(NotificationFacts(), reducer: notificationFacts({ stream }, about: { "\($0) is good" }))
    store.send(.shown)
    notified.yield()
    await store.receive(.notified) { $0.count = 1 }
    await store.receive(.answered("1 is good")) { $0.fact = "1 is good" }
    notified.finish()
    await store.finish()
  }

  @Test("onboarding: three steps write to the same data, and the summary lets each be edited")
  func onboarding() {
    let store = TestStore(SignUpApp(), reducer: signUp, exhaustivity: .off)
    store.send(.navigation(.event(.next(.account))))
    store.send(.set(.init(\.email, "ada@example.org"))) { $0.data.email = "ada@example.org" }
    store.send(.navigation(.event(.next(.person))))
    store.send(.set(.init(\.name, "Ada"))) { $0.data.name = "Ada" }
    store.send(.navigation(.event(.next(.topics))))
    store.send(.navigation(.event(.next(.summary))))
    #expect(store.state.path.top.route == .topics)
    store.send(.set(.init(\.topics, ["Swift"]))) { $0.data.topics = ["Swift"] }
    store.send(.navigation(.event(.next(.summary))))
    store.send(.navigation(.event(.edit(.account))))
    store.send(.set(.init(\.email, "ada@example.net"))) { $0.data.email = "ada@example.net" }
    store.send(.navigation(.event(.done)))
    #expect(store.state.path.routes == [.welcome, .account, .person, .topics, .summary])
  }
}
