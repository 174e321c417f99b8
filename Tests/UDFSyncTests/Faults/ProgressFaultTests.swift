import Foundation
import Platform
import SocketTesting
import Synchronization
import Testing
import UDF
import UDFNetwork

@testable import UDFSync

@Suite("Faults: slow connections", .timeLimit(.minutes(2))) struct ProgressFaultTests {
  /// Waits until the engine's timer is set for a moment, or the request is given up.
  private func timer(_ bench: Bench, isSetFor moment: Double) async -> Bool {
    while !bench.clock.deadlines.contains(moment) {
      guard [.pulling, .pushing].contains(await bench.engine.status.phase) else { return false }
      await Task.yield()
    }
    return true
  }

  @Test("a request with progress is not cancelled, however long it takes", arguments: ["pull", "push"])
  func progress(_ kind: String) async throws {
    let bench = Bench()
    let start = bench.clock.uptime
    bench.remote.plan(.hold)
    if kind == "push" {
      try await bench.put("a", "a")
    } else {
      bench.remote.edit { $0.put("a", "a") }
    }
    async let pull = bench.engine.pull()
    await bench.remote.arrived(1)
    bench.clock.advance(20)
    for moment in [50.0, 70, 90, 110] {
      bench.remote.note()
      bench.clock.advance(10)
      #expect(await timer(bench, isSetFor: start + moment))
      bench.clock.advance(10)
    }
    bench.remote.release()
    #expect(await pull == .changed)
    #expect(try await bench.shown() == ["a": "a"])
  }

  @Test("one whose progress stops is cancelled, and sent again")
  func stops() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "a") }
    bench.remote.plan(.hold)
    async let pull = bench.engine.pull()
    await bench.remote.arrived(1)
    bench.clock.advance(20)
    bench.remote.note()
    bench.clock.advance(30)
    #expect(
      await pull == .failed("articles: no byte of a pull was sent or received for 30.0 s; it is tried again"))
    await bench.status { $0.phase == .waiting }
    bench.clock.advance(1)
    await bench.remote.arrived(2)
    await bench.quiet()
    #expect(try await bench.shown() == ["a": "a"])
  }

  @Test("one that never ends is cancelled, whatever progress it makes")
  func neverEnds() async throws {
    let bench = Bench(options: SyncOptions(longestRequest: 100))
    let start = bench.clock.uptime
    bench.remote.plan(.hold)
    async let pull = bench.engine.pull()
    await bench.remote.arrived(1)
    bench.clock.advance(20)
    for moment in [50.0, 70, 90, 100] {
      bench.remote.note()
      bench.clock.advance(10)
      #expect(await timer(bench, isSetFor: start + moment))
      bench.clock.advance(10)
    }
    #expect(await pull == .failed("articles: a pull was not done within 100.0 s; it is tried again"))
  }

  @Test("one of a remote that does not report progress is cancelled after the same time without a response")
  func untold() async throws {
    let bench = Bench(options: SyncOptions(timeout: 700, longestRequest: 600))
    bench.remote.plan(.hold)
    async let pull = bench.engine.pull()
    await bench.remote.arrived(1)
    bench.clock.advance(700)
    #expect(await pull == .failed("articles: no answer to a pull within 700.0 s; is the server reachable?"))
  }

  struct Core: SyncCore {
    let instances = Instances()
    func dependency(_ database: SyncDatabase) -> any CacheStore { MemoryCache() }
  }

  @Test("a page of a megabyte arrives over a connection of 100 KB a second with a timeout of 2 seconds")
  func megabyte() async throws {
    let rows = (0..<200).map { number in
      "[\(number + 1),{\"id\":\"a\(number)\",\"text\":\"\(String(repeating: "x", count: 5300))\"}]\n"
    }
    let head = #"{"from":null,"next":"T1","more":false,"changes":200,"mutation":0}"# + "\n"
    let body = Array((head + rows.joined()).utf8)
    #expect(body.count > 1 << 20)
    let turn = DispatchSemaphore(value: 0)
    let server = try RawServer { connection in
      connection.request()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n")
      for start in stride(from: 0, to: body.count, by: 100_000) {
        turn.wait()
        connection.send(Array(body[start..<min(body.count, start + 100_000)]))
      }
    }
    defer { server.stop() }
    let clock = TestClock()
    let engine = SyncEngine(
      SyncCollection("articles", folder: "/nowhere", remote: server.url), core: Core(),
      options: SyncOptions(timeout: 2), clock: clock)
    let outcome = Guarded<PullOutcome?>(nil)
    let pull = Task {
      let result = await engine.pull()
      outcome.withLock { $0 = result }
    }
    // Each wait ends with the pull, so that a pull that fails is a failure of the test and not a hang.
    func wait(for isMet: () async -> Bool) async {
      while await !isMet(), outcome.withLock({ $0 == nil }) { await Task.yield() }
    }
    // The request was sent.
    await wait { await engine.noted != nil }
    for _ in stride(from: 0, to: body.count, by: 100_000) {
      clock.advance(1)
      turn.signal()
      await wait { await engine.noted?.last == clock.uptime }
    }
    await pull.value
    #expect(outcome.withLock { $0 } == .changed)
    var count = 0
    var place: DeliveryPlace?
    while let delivery = try await engine.next(after: place, limit: 50) {
      count += delivery.rows.count
      place = delivery.place
    }
    #expect(count == 200)
    // The page took eleven seconds, so the next one should have fewer rows.
    #expect(await engine.machine.pageSize.limit(atMost: 1000, rowBytes: 0) == 50)
    await engine.stop()
  }
}

extension SyncEngine {
  /// The progress of the request that is under way.
  fileprivate var noted: RequestProgress? { requests.values.first?.progress?.noted }
}
