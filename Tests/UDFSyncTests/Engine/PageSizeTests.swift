import Testing
import UDF

@testable import UDFSync

@Suite("The size of a page") struct PageSizeTests {
  /// Pages from a remote whose line and server need some time for each, until one of them has `until` rows.
  ///
  /// - Parameters:
  ///   - latency: seconds before the first byte of any page.
  ///   - row: seconds for each row on the line.
  private func sizes(
    _ count: Int, latency: Double = 0, row: Double, bytes: Int = 100, tells: Bool = true, most: Int = 1000
  ) -> [Int] {
    var size = PageSize()
    return (0..<count).map { _ in
      let limit = size.limit(atMost: most, rowBytes: 0)
      let transfer = row * Double(limit)
      size.received(
        Self.rows(limit, bytes), requested: limit, after: latency + transfer, transfer: tells ? transfer : nil)
      return limit
    }
  }

  private static func rows(_ count: Int, _ bytes: Int) -> [RowChange] {
    let body = [UInt8](repeating: UInt8(ascii: " "), count: bytes)
    return (0..<count).map { .put(SyncRow(RowKey("\($0)"), version: 1, body: body)) }
  }

  @Test("grows to the limit on a fast connection", arguments: [true, false])
  func fast(tells: Bool) {
    #expect(sizes(3, row: 0.0001, tells: tells) == [200, 800, 1000])
    #expect(sizes(3, row: 0, tells: tells, most: 50) == [50, 50, 50])
  }

  @Test("reaches about a second per page on a slow connection, and no page is empty")
  func slow() {
    #expect(sizes(4, row: 0.1) == [200, 50, 12, 10])
    #expect(sizes(8, row: 30) == [200, 50, 12, 3, 1, 1, 1, 1])
  }

  @Test("does not depend on the time that a server computes", arguments: [true, false])
  func latency(tells: Bool) {
    #expect(sizes(3, latency: 20, row: 0.0001, tells: tells) == [200, 800, 1000])
  }

  @Test("grows again when the connection is faster")
  func recovery() {
    var size = PageSize()
    size.received(Self.rows(200, 100), requested: 200, after: 10, transfer: 10)
    #expect(size.limit(atMost: 1000, rowBytes: 0) == 50)
    size.received(Self.rows(50, 100), requested: 50, after: 0.01, transfer: 0.01)
    #expect(size.limit(atMost: 1000, rowBytes: 0) == 200)
  }

  @Test("does not grow after a page that is not full, and does not change after one without rows")
  func partial() {
    var size = PageSize()
    size.received(Self.rows(3, 100), requested: 200, after: 0, transfer: 0)
    size.received([], requested: 200, after: 100, transfer: 100)
    #expect(size.limit(atMost: 1000, rowBytes: 0) == 200)
  }

  @Test("is at most four megabytes of large rows, also if they are only expected to be large")
  func large() {
    #expect(sizes(3, row: 0, bytes: 100_000) == [200, 41, 41])
    let size = PageSize()
    #expect(size.limit(atMost: 1000, rowBytes: 1 << 20) == 4)
    #expect(size.limit(atMost: 1000, rowBytes: 1 << 30) == 1)
    #expect(size.limit(atMost: 0, rowBytes: 0) == 1)
  }

  @Test("shrinks after an incomplete page, and grows again later")
  func failing() async {
    let bench = Bench()
    bench.remote.edit { server in for number in 0..<30 { server.put("k\(number)", "row") } }
    bench.remote.plan(.fail(RemoteFailure(.garbled, "feed: the body has more than 67108864 bytes")))
    await bench.engine.pull()
    await bench.status { $0.phase == .waiting }
    #expect(await bench.engine.pull(force: true) == .changed)
    bench.remote.plan(.fail(.unreachable))
    await bench.engine.pull(force: true)
    await bench.status { $0.phase == .waiting }
    bench.remote.edit { $0.put("k1", "other") }
    await bench.engine.pull(force: true)
    // The failure of an unreachable server does not change the size of a page.
    #expect(bench.remote.pulls.map(\.limit) == [200, 50, 50, 50])
  }

  @Test("shrinks after a page whose transfer has stopped")
  func stalled() async {
    let bench = Bench()
    bench.remote.plan(.hold)
    async let pull = bench.engine.pull()
    await bench.remote.arrived(1)
    bench.clock.advance(30)
    _ = await pull
    await bench.status { $0.phase == .waiting }
    await bench.engine.pull(force: true)
    #expect(bench.remote.pulls.map(\.limit) == [200, 50])
  }
}
