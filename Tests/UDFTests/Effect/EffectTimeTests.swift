import Testing
import UDF
import UDFTesting

/// Effects with delays and errors.
@MainActor @Suite("Effect: time and errors")
struct EffectTimeTests {
  struct Offline: Error, CustomStringConvertible {
    var description: String { "offline" }
  }

  let clock = TestClock()

  func store(_ effects: @escaping @Sendable (String) -> Effect<String>) -> TestStore<[String], String> {
    TestStore(
      [],
      reducer: Reducer { log, action in
        log.append(action)
        return effects(action)
      }, exhaustivity: .off)
  }

  @Test("20,000 effects in a row that do not wait cost as little as 2")
  func longConcatenation() {
    let store = Store<Int, Int>(
      0,
      reducer: Reducer { count, step in
        count += step
        return step == 0 ? .concatenate((1...20_000).map { $0 % 2 == 0 ? .none : .send(1) }) : .none
      }, queueLimit: 20_000)
    store.send(0)
    #expect(store.state == 10_000)
    #expect(store.isSettled)
  }

  @Test("a concatenation of 20,000 that is cancelled in the middle starts none of the others")
  func cancelledConcatenation() async {
    let store = store { [clock] action in
      switch action {
      case "start":
        .concatenate([.sleep(for: .seconds(1), clock: clock)] + (1...20_000).map { .send("\($0)") }).cancellable(id: 1)
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
    store.send("start")
    store.send("stop")
    await clock.advance(by: .seconds(1))
    await store.finish()
    #expect(store.state == ["start", "stop"])
  }

  @Test("a timer fires at each of its times, and ends when it is cancelled")
  func timer() async {
    let store = store { [clock] action in
      switch action {
      case "start": .timer(every: .seconds(1), clock: clock) { "tick" }.cancellable(id: "timer")
      case "stop": .cancel(id: "timer")
      default: .none
      }
    }
    store.send("start")
    await clock.advance(by: .seconds(3))
    store.send("stop")
    await clock.advance(by: .seconds(3))
    await store.finish()
    #expect(store.state == ["start", "tick", "tick", "tick", "stop"])
  }

  @Test("of queries within the debounce time, only the last one runs")
  func debounce() async {
    let store = store { [clock] action in
      action.count > 2 ? .none : .send("found \(action)").debounced(id: "search", for: .milliseconds(300), clock: clock)
    }
    store.send("s")
    await clock.advance(by: .milliseconds(200))
    store.send("sw")
    await clock.advance(by: .milliseconds(299))
    #expect(store.state == ["s", "sw"])
    await clock.advance(by: .milliseconds(1))
    await store.finish()
    #expect(store.state == ["s", "sw", "found sw"])
  }

  @Test("a throttled effect runs at once, and of early requests the last one runs at the end of the time")
  func throttle() async {
    let store = store { [clock] action in
      action.count > 1 ? .none : .send("did \(action)").throttled(id: 1, for: .seconds(1), clock: clock)
    }
    store.send("a")
    store.send("b")
    store.send("c")
    await clock.advance(by: .seconds(1))
    store.send("d")
    await clock.advance(by: .seconds(1))
    await clock.advance(by: .seconds(1))
    store.send("e")
    await store.finish()
    #expect(store.state == ["a", "did a", "b", "c", "did c", "d", "did d", "e", "did e"])
  }

  @Test("a throttled effect without a late run drops early requests")
  func throttleFirst() async {
    let store = store { [clock] action in
      action.count > 1 ? .none : .send("did \(action)").throttled(id: 1, for: .seconds(1), clock: clock, latest: false)
    }
    store.send("a")
    store.send("b")
    await clock.advance(by: .seconds(1))
    store.send("c")
    await store.finish()
    #expect(store.state == ["a", "did a", "b", "c", "did c"])
  }

  @Test("work that throws is retried after a pause, and its last error is handled")
  func retry() async {
    let store = store { [clock] action in
      guard action == "load" else { return .none }
      return .run { send in
        send("try at \(clock.now.offset)")
        throw Offline()
      }
      .retrying(2, after: .seconds(1), doubling: true, clock: clock) { error, send in send("failed: \(error)") }
    }
    store.send("load")
    await clock.advance(by: .seconds(10))
    await store.finish()
    #expect(
      store.state == ["load", "try at 0.0 seconds", "try at 1.0 seconds", "try at 3.0 seconds", "failed: offline"])
  }

  @Test("work that exceeds its timeout is cancelled, and the action is sent instead; faster work is not")
  func timeout() async {
    let store = store { [clock] action in
      switch action {
      case "slow", "fast":
        .concatenate([.sleep(for: .seconds(action == "slow" ? 20 : 2), clock: clock), .send("\(action) done")])
          .timeout(.seconds(10), clock: clock, "\(action) timed out")
      default: .none
      }
    }
    store.send("slow")
    store.send("fast")
    await clock.advance(by: .seconds(60))
    await store.finish()
    #expect(store.state == ["slow", "fast", "fast done", "slow timed out"])
  }

  @Test("an error of work is passed to its handler; a cancellation is not an error")
  func handler() async {
    let store = store { [clock] action in
      switch action {
      case "load":
        .run { _ in
          throw Offline()
        } catch: { error, send in
          send("failed: \(error)")
        }
      case "wait":
        .run { _ in
          try await clock.sleep(for: .seconds(1))
        } catch: { error, send in
          send("failed: \(error)")
        }
        .cancellable(id: "wait")
      case "stop": .cancel(id: "wait")
      default: .none
      }
    }
    store.send("load")
    await store.receive("failed: offline")
    store.send("wait")
    store.send("stop")
    await store.finish()
    #expect(store.state == ["load", "failed: offline", "wait", "stop"])
  }

  @Test("an error without a handler is reported, and the effect has ended")
  func uncaught() async {
    let misuses = Collector<Misuse>()
    let store = Store<Int, Int>(
      0, reducer: Reducer { _, _ in .run { _ in throw Offline() } }, onMisuse: { misuses($0) })
    store.send(1)
    await store.settle()
    #expect(
      misuses.elements.map(\.description) == [
        """
        an effect: its work threw offline
          This work has ended; what it had sent is kept.
          To fix this, handle the error: .run { … } catch: { error, send in … }
        """
      ])
  }
}
