import LogTesting
import Testing

@testable import UDFLog

/// An engine that comes back with less than it has acknowledged: restored from a copy, or failed over to a replica that was behind.
@Suite("Faults: loss", .timeLimit(.minutes(5))) struct LossTests {
  private func failure(_ bench: Bench, _ range: ClosedRange<Int64>, head: Int64) -> LogFailure {
    LogFailure(
      .diverged,
      """
      \(bench.engine().name): has lost or replaced entries \(range.lowerBound) to \(range.upperBound), which were read before; it ends at \(head) now
        The engine was restored from an older copy, or its file was cut.
        To fix this, restore the engine, or start the app again to join the log as it is.
      """, lost: range)
  }

  @Test("a log that ends before the entries that were read reports the lost ones", arguments: EngineKind.allCases)
  func rewound(kind: EngineKind) async throws {
    let bench = try Bench(kind)
    let log = bench.log { $0.check = 0.1 }
    for number in 1...10 { await log.append("a", Int64(number), "\(number)") }
    let follower = try await Follower(log, after: log.head().start)
    await follower.live()
    try await bench.rewind(to: 6)
    #expect(await follower.ended() == failure(bench, 7...10, head: 6))
    #expect(await log.append("a", 11, "11") == .gap(last: 6))
    // A reader that has nothing but its place knows less.
    await #expect(throws: failure(bench, 7...10, head: 6)) { try await log.read(after: follower.entries[9].place) }
  }

  @Test("a log that has replaced entries which were read reports them", arguments: EngineKind.allCases)
  func replaced(kind: EngineKind) async throws {
    let bench = try Bench(kind)
    let log = bench.log { $0.check = 0.1 }
    for number in 1...10 { await log.append("a", Int64(number), "\(number)") }
    let proxyless = try await Follower(log, after: log.head().start)
    await proxyless.live()
    proxyless.cancel()
    try await bench.rewind(to: 6)
    // The same entry of the host at the same position, after another one: only the link is different.
    await log.append("b", 1, "7b", "8b", "9b")
    await log.append("a", 7, "7", "8", "9")
    var reader = LogReader(bench.engine().name, at: try await log.head().start)
    let connection = try bench.engine().connect(creates: true)
    let isAdvanced = reader.advance(proxyless.entries)
    #expect(isAdvanced)
    let page = try connection.read(after: 10, limit: 10)
    #expect(page.entries.map(\.text) == ["8", "9"])
    #expect(throws: failure(bench, 7...10, head: 12)) { try reader.accept(page, from: connection) }
  }

  @Test("a log that was made again has another epoch", arguments: EngineKind.allCases)
  func recreated(kind: EngineKind) async throws {
    let bench = try Bench(kind)
    let log = bench.log { $0.check = 0.1 }
    for number in 1...3 { await log.append("a", Int64(number), "\(number)") }
    let former = try await log.head()
    let follower = try Follower(log, after: former.start)
    await follower.live()
    try await bench.erase()
    let head = try await bench.log().head()
    #expect(head.epoch != former.epoch && head.position == 0)
    #expect(
      await follower.ended()
        == LogFailure(
          .diverged,
          "\(bench.engine().name): is another log than before: its epoch is \(head.epoch), not \(former.epoch); start the app again to join it"
        ))
    #expect(await bench.log().append("a", 4, "4") == .gap(last: 0))
  }
}
