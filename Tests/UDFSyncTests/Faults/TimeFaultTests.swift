import Testing
import UDF

@testable import UDFSync

@Suite("Faults: time") struct TimeFaultTests {
  @Test(
    "the wall clock moves by a day: nothing is missed, and fresh stays what was fetched just now",
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

  @Test("the wall clock steps back while a pull is under way")
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
    let bench = Bench()
    bench.remote.edit { $0.put("a", "a") }
    await bench.engine.pull()
    let soon = await bench.relaunched()
    #expect(await soon.engine.pull() == .fresh)
    soon.clock.advance(60)
    #expect(await soon.engine.status.isStale)
    #expect(await soon.engine.pull() == .unchanged)
    let wrong = await soon.relaunched()
    wrong.clock.setWall(by: -10)
    await wrong.engine.open()
    #expect(await wrong.engine.status.isStale)
  }

  @Test("the machine sleeps during a request: it is given up on waking, and sent again")
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

  @Test("two edits in one second are two versions")
  func oneSecond() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "at 12:00:00, first") }
    await bench.engine.pull()
    bench.remote.edit { $0.put("a", "at 12:00:00, second") }
    #expect(await bench.engine.pull(force: true) == .changed)
    #expect(try await bench.shown() == ["a": "at 12:00:00, second"])
  }

  @Test("fresh turns to stale when its time is over, and a listener hears of it")
  func staleByTime() async throws {
    let bench = Bench(options: SyncOptions(ttl: 20))
    await bench.engine.pull()
    #expect(await !bench.engine.status.isStale)
    bench.clock.advance(20)
    #expect(await bench.status { $0.isStale } != nil)
  }

  @Test("what has lain in a proxy for 50 s is fresh for the 10 s that are left")
  func age() async throws {
    let bench = Bench()
    bench.remote.plan(.reply(ModelServer.page(.put("a", "a", version: 1), next: "T1", age: 50)))
    await bench.engine.pull()
    #expect(await !bench.engine.status.isStale)
    bench.clock.advance(10)
    #expect(await bench.engine.status.isStale)
  }

  @Test(
    "a server is left alone for up to a day, and what it asks beyond that is not heeded",
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
