import Testing
import UDF

@testable import UDFSync

@Suite("Faults: time") struct TimeFaultTests {
  @Test(
    "the wall clock moves by a day: nothing is missed, and rows that were just pulled stay fresh",
    arguments: [-86_400.0, 86_400])
  func wallClock(change: Double) async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "a") }
    await bench.engine.pull()
    bench.clock.setWall(by: change)
    #expect(await bench.engine.pull() == .fresh)
    bench.remote.edit { $0.put("b", "b") }
    bench.clock.advance(60)
    #expect(await bench.engine.pull() == .changed)
    #expect(try await bench.shown() == ["a": "a", "b": "b"])
  }

  @Test("the wall clock goes back during a pull")
  func stepBack() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "a") }
    bench.remote.plan(.hold)
    async let pull = bench.engine.pull()
    await bench.remote.arrived(1)
    bench.clock.setWall(by: -3600)
    bench.remote.release()
    #expect(await pull == .changed)
    #expect(await !bench.engine.status.isStale)
  }

  @Test("after a relaunch rows are fresh for the rest of their time, and stale if the clock was set back")
  func relaunch() async throws {
    // A live stream would keep the rows fresh.
    let options = SyncOptions(live: false)
    let bench = Bench(options: options)
    bench.remote.edit { $0.put("a", "a") }
    await bench.engine.pull()
    let soon = await bench.relaunched(options: options)
    #expect(await soon.engine.pull() == .fresh)
    soon.clock.advance(60)
    #expect(await soon.engine.status.isStale)
    #expect(await soon.engine.pull() == .unchanged)
    let wrong = await soon.relaunched(options: options)
    wrong.clock.setWall(by: -10)
    await wrong.engine.open()
    #expect(await wrong.engine.status.isStale)
  }

  @Test("the machine sleeps during a request: it is cancelled on waking, and sent again")
  func sleep() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "a") }
    bench.remote.plan(.hold)
    async let pull = bench.engine.pull()
    await bench.remote.arrived(1)
    bench.clock.advance(8 * 3600)
    #expect(await pull == .failed("articles: no answer to a pull within 30.0 s; is the server reachable?"))
    await bench.status { $0.phase == .waiting }
    bench.clock.advance(1)
    await bench.remote.arrived(2)
    await bench.quiet()
    #expect(try await bench.shown() == ["a": "a"])
  }

  @Test("two mutations in one second have two versions")
  func oneSecond() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "at 12:00:00, first") }
    await bench.engine.pull()
    bench.remote.edit { $0.put("a", "at 12:00:00, second") }
    #expect(await bench.engine.pull(force: true) == .changed)
    #expect(try await bench.shown() == ["a": "at 12:00:00, second"])
  }

  @Test("rows become stale when their time is over, and an observer is notified")
  func staleByTime() async throws {
    let bench = Bench(options: SyncOptions(ttl: 20))
    await bench.engine.pull()
    #expect(await !bench.engine.status.isStale)
    bench.clock.advance(20)
    #expect(await bench.status { $0.isStale } != nil)
  }

  @Test("rows that were 50 s in a proxy are fresh for the remaining 10 s")
  func age() async throws {
    let bench = Bench()
    bench.remote.plan(.reply(ModelServer.page(.put("a", "a", version: 1), next: "T1", age: 50)))
    await bench.engine.pull()
    #expect(await !bench.engine.status.isStale)
    bench.clock.advance(10)
    #expect(await bench.engine.status.isStale)
  }

  @Test(
    "a server gets no requests for up to a day, and a longer Retry-After is ignored",
    arguments: [
      (0, true), (60, true), (86_400, true), (86_401, false), (1e300, false), (.infinity, false), (.nan, false),
      (-1, false),
    ] as [(Double, Bool)])
  func leftAlone(seconds: Double, isHeeded: Bool) {
    var rig = MachineRig()
    rig.enter(.pulling)
    let before = rig.machine.notBefore
    rig.send(.pulled(rig.number, .failure(RemoteFailure(.unavailable, "feed: later", retryAfter: seconds))))
    #expect(rig.machine.notBefore == (isHeeded ? rig.now.uptime + seconds : before))
    let wait = rig.machine.status.retryIn ?? -1
    #expect((0...max(1, isHeeded ? seconds : 1)).contains(wait))
  }
}
