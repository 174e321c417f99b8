import Testing
import UDF
import UDFTesting

@MainActor @Suite("Effects of a sent action")
struct SentEffectsTests {
  let clock = TestClock()

  /// `load` waits a second and sends `loaded`, which waits another one for `shown`.
  var store: Store<[String], String> {
    Store(
      [],
      reducer: Reducer { [clock] log, action in
        log.append(action)
        let next = ["load": "loaded", "loaded": "shown", "other": "other done"][action]
        return next.map { .concatenate([.sleep(for: .seconds(1), clock: clock), .send($0)]) } ?? .none
      })
  }

  @Test("are awaited, with those of the actions that they send, and without those of other actions")
  func finish() async {
    let store = store
    store.send("other")
    let sent = store.send("load")
    #expect(!sent.isFinished)
    await clock.asleep(2)
    Task {
      await clock.advance(by: .seconds(1))
      await clock.asleep(1)
      await clock.advance(by: .seconds(1))
    }
    await sent.finish()
    #expect(sent.isFinished)
    #expect(store.state.last == "shown")
  }

  @Test("are finished at once if the action starts none")
  func withoutEffects() async {
    let sent = store.send("shown")
    #expect(sent.isFinished)
    await sent.finish()
  }

  @Test("are cancelled, and those of other actions continue")
  func cancel() async {
    let store = store
    let sent = store.send("load")
    store.send("other")
    await clock.asleep(2)
    sent.cancel()
    await clock.advance(by: .seconds(2))
    await store.settle()
    #expect(store.state == ["load", "other", "other done"])
  }

  @Test("are cancelled with the task that awaits them")
  func cancelledTask() async {
    let store = store
    let waiting = Task { await store.send("load").finish() }
    await clock.asleep(1)
    waiting.cancel()
    await waiting.value
    #expect(store.isSettled)
    #expect(store.state == ["load"])
  }

  @Test("can be awaited if a subscriber has sent the action")
  func fromSubscriber() async {
    let store = store
    var sent: SentEffects?
    let subscription = store.subscribe { log in if log == ["shown"] { sent = store.send("other") } }
    store.send("shown")
    #expect(sent?.isFinished == false)
    await clock.asleep(1)
    Task { await clock.advance(by: .seconds(1)) }
    await sent?.finish()
    #expect(store.state == ["shown", "other", "other done"])
    withExtendedLifetime(subscription) {}
  }
}
