import LogTesting
import SeededTesting
import Testing

@testable import UDFLog

@Suite("Conformance: follow", .timeLimit(.minutes(5))) struct FollowTests {
  @Test("a subscriber receives existing and new entries once, in order", arguments: EngineKind.allCases)
  func follows(kind: EngineKind) async throws {
    let bench = try Bench(kind)
    let log = bench.log { $0.page = 3 }
    for number in 1...8 { await log.append("a", Int64(number), "\(number)") }
    let follower = try await Follower(log, after: log.head().start)
    await follower.live()
    #expect(follower.texts == (1...8).map { "\($0)" })
    let other = bench.log()
    for number in 9...40 { await other.append("b", Int64(number - 8), "\(number)") }
    await follower.received(40)
    #expect(follower.texts == (1...40).map { "\($0)" })
    #expect(follower.failures.isEmpty && follower.end == nil)
    let late = try Follower(log, after: follower.entries[29].place)
    await late.live()
    #expect(late.entries == Array(follower.entries.dropFirst(30)))
    follower.cancel()
    late.cancel()
  }

  @Test("a subscriber that is cancelled during a wait ends", arguments: EngineKind.allCases)
  func cancelled(kind: EngineKind) async throws {
    let log = try Bench(kind).log { $0.check = 60 }
    let follower = try await Follower(log, after: log.head().start)
    await follower.live()
    follower.cancel()
    await log.append("a", 1, "one")
    #expect(follower.end == nil)
  }

  @Test(
    "a subscriber that asks for a check receives that it has all entries, once more", arguments: EngineKind.allCases)
  func check(kind: EngineKind) async throws {
    let log = try Bench(kind).log { $0.check = 0.2 }
    let follower = try await Follower(log, after: log.head().start)
    await follower.live()
    follower.check()
    await follower.live(2)
    #expect(follower.end == nil)
    follower.cancel()
  }

  @Test("a check is answered in a log to which others append all the time")
  func busy() async throws {
    let follower = try Follower(ActionLog(BusyEngine()), after: LogPlace(position: 0, link: "0"))
    await follower.received(3)
    follower.check()
    await follower.live(2)
    follower.cancel()
  }

  @Test("a reader whose next entry was trimmed starts from a snapshot", arguments: EngineKind.allCases)
  func trimmed(kind: EngineKind) async throws {
    let bench = try Bench(kind)
    let name = bench.engine().name
    let log = bench.log()
    for number in 1...10 { await log.append("a", Int64(number), "\(number)") }
    let entries = try await log.entries()
    let epoch = try await log.head().epoch
    await #expect(
      throws: LogFailure(
        .refused, "\(name): cannot be trimmed below 5: no snapshot is kept at 4 or later; save one first")
    ) { try await log.trim(below: 5) }
    try await log.save(LogSnapshot(entries[5].place, epoch: epoch, reducers: "r1", body: [1, 2, 0, 255]))
    try await log.trim(below: 6)
    #expect(try await log.head() == LogHead(epoch: epoch, position: 10, link: entries[9].link, base: 5))
    let gone = LogFailure(.trimmed, "\(name): entries 3 to 5 have been trimmed; start from the latest snapshot")
    await #expect(throws: gone) { try await log.read(after: entries[1].place) }
    #expect(try await Follower(log, after: entries[1].place).ended() == gone)
    #expect(try await log.read(after: entries[4].place).entries == Array(entries[5...]))
    let snapshot = try #require(try await bench.log().snapshot())
    #expect(snapshot == LogSnapshot(entries[5].place, epoch: epoch, reducers: "r1", body: [1, 2, 0, 255]))
    #expect(try await log.read(after: snapshot.place).entries == Array(entries[6...]))
    // The log still knows what each host has appended, and a second time changes nothing.
    #expect(await log.append("a", 2, "2") == .committed(10))
    try await log.trim(below: 3)
    #expect(await log.append("a", 11, "11") == .committed(11))
    #expect(try await log.head().base == 5)
    let rest = LogFailure(.refused, "\(name): cannot be trimmed below 13: its last entry is 11")
    await #expect(throws: rest) { try await log.trim(below: 13) }
  }

  @Test("all entries may be trimmed, and the next one follows them", arguments: EngineKind.allCases)
  func trimmedWhole(kind: EngineKind) async throws {
    let log = try Bench(kind).log()
    await log.append("a", 1, "one", "two")
    let head = try await log.head()
    try await log.save(LogSnapshot(head.place, epoch: head.epoch, reducers: "r", body: [7]))
    try await log.trim(below: 3)
    #expect(try await log.head() == LogHead(epoch: head.epoch, position: 2, link: head.link, base: 2))
    try await log.save(LogSnapshot(head.place, epoch: head.epoch, reducers: "s", body: [8]))
    let follower = try Follower(log, after: head.place)
    await follower.live()
    #expect(await log.append("a", 3, "three", expectedHead: 2) == .committed(3))
    await follower.received(1)
    #expect(follower.entries.map(\.previous) == [head.link])
    follower.cancel()
  }

  @Test("the two newest snapshots of the same reducers are kept", arguments: EngineKind.allCases)
  func snapshots(kind: EngineKind) async throws {
    let log = try Bench(kind).log()
    #expect(try await log.snapshot() == nil)
    for number in 1...6 { await log.append("a", Int64(number), "\(number)") }
    let entries = try await log.entries()
    let epoch = try await log.head().epoch
    func snapshot(_ position: Int, _ reducers: String) -> LogSnapshot {
      LogSnapshot(entries[position - 1].place, epoch: epoch, reducers: reducers, body: [UInt8(position)])
    }
    for position in [1, 2, 3] { try await log.save(snapshot(position, "old")) }
    for position in [2, 4] { try await log.save(snapshot(position, "new")) }
    // The same place again, from a host that crashed before it received the answer.
    try await log.save(snapshot(4, "new"))
    #expect(try await log.snapshot() == snapshot(4, "new"))
    #expect(try await log.snapshot(reducers: "old") == snapshot(3, "old"))
    #expect(try await log.snapshot(reducers: "none") == nil)
    try await log.save(LogSnapshot(try await log.head().start, epoch: epoch, reducers: "empty", body: []))
    #expect(try await log.snapshot(reducers: "empty")?.place.position == 0)
    try await log.trim(below: 4)
    #expect(try await log.snapshot(reducers: "empty") == nil)
    #expect(try await log.snapshot(reducers: "old") == snapshot(3, "old"))
  }

  @Test("a snapshot of other entries is refused", arguments: EngineKind.allCases)
  func foreignSnapshot(kind: EngineKind) async throws {
    let bench = try Bench(kind)
    let log = bench.log()
    await log.append("a", 1, "one", "two")
    for position in [2, 9] {
      let failure = LogFailure(
        .diverged,
        "\(bench.engine().name): the snapshot at \(position) is not of this log's entries; reload from the log")
      await #expect(throws: failure) {
        try await log.save(
          LogSnapshot(LogPlace(position: Int64(position), link: "0123"), epoch: "e", reducers: "r", body: []))
      }
    }
    #expect(try await log.snapshot() == nil)
  }
}
