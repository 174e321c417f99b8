import LogTesting
import Testing

@testable import UDFLog

@Suite("Conformance: append", .timeLimit(.minutes(5))) struct AppendTests {
  @Test("entries are read as they were appended, in order and without gaps", arguments: EngineKind.allCases)
  func readsBack(kind: EngineKind) async throws {
    let log = try Bench(kind).log()
    let everyByte = (0...255).map { UInt8($0) }
    let actions = [
      LogAction(everyByte, stamp: [0, 255, 10], cause: EntryName("till ü", 7)), LogAction([]), LogAction([1]),
    ]
    #expect(await log.append(LogBatch(EntryName("till \"1\" ü", 1), actions)) == .committed(3))
    #expect(await log.append("other", 1, "last") == .committed(4))
    let head = try await log.head()
    let page = try await log.read(after: head.start)
    #expect(page.head == head)
    #expect(page.entries.map(\.position) == [1, 2, 3, 4])
    #expect(page.entries.prefix(3).map(\.action) == actions)
    #expect(page.entries.map(\.name.host) == ["till \"1\" ü", "till \"1\" ü", "till \"1\" ü", "other"])
    #expect(page.entries.map(\.name.number) == [1, 2, 3, 1])
    #expect(page.entries.map(\.previous) == [head.epoch] + page.entries.dropLast().map(\.link))
    #expect(page.entries.last?.place == head.place)
    #expect(Set(page.entries.map(\.link)).count == 4)
    #expect(try await log.read(after: page.entries[1].place, limit: 1).entries == [page.entries[2]])
    #expect(try await log.read(after: head.place).entries.isEmpty)
    #expect(try await log.lastNumber(of: "till \"1\" ü") == 3)
    #expect(try await log.lastNumber(of: "nobody") == 0)
  }

  @Test("a batch that is appended again is in the log once", arguments: EngineKind.allCases)
  func idempotent(kind: EngineKind) async throws {
    let bench = try Bench(kind)
    let log = bench.log()
    #expect(await log.append("a", 1, "one", "two") == .committed(2))
    #expect(await log.append("a", 1, "one", "two") == .committed(2))
    #expect(await bench.log().append("a", 1, "one", "two", expectedHead: 0) == .committed(2))
    #expect(await log.append("b", 1, "other") == .committed(3))
    // The first two are there, the third is not.
    #expect(await log.append("a", 1, "one", "two", "three") == .committed(4))
    #expect(await log.append("a", 2, "two") == .committed(4))
    #expect(try await log.texts() == ["one", "two", "other", "three"])
  }

  @Test("a number that does not follow the host's last one is a gap", arguments: EngineKind.allCases)
  func gap(kind: EngineKind) async throws {
    let log = try Bench(kind).log()
    #expect(await log.append("a", 2, "two") == .gap(last: 0))
    #expect(await log.append("a", 1, "one") == .committed(1))
    #expect(await log.append("a", 3, "three") == .gap(last: 1))
    #expect(try await log.texts() == ["one"])
  }

  @Test("a batch that expects another head is rejected", arguments: EngineKind.allCases)
  func expectedHead(kind: EngineKind) async throws {
    let log = try Bench(kind).log()
    #expect(await log.append("a", 1, "one", expectedHead: 1) == .rejected(head: 0))
    #expect(await log.append("a", 1, "one", expectedHead: 0) == .committed(1))
    #expect(await log.append("b", 1, "two", "three", expectedHead: 1) == .committed(3))
    #expect(await log.append("a", 2, "four", expectedHead: 1) == .rejected(head: 3))
    // The first of them is there already, so only the rest has to follow the expected head.
    #expect(await log.append("a", 1, "one", "two", expectedHead: 1) == .rejected(head: 3))
    #expect(try await log.texts() == ["one", "two", "three"])
  }

  @Test("a batch for a log of another epoch is refused", arguments: EngineKind.allCases)
  func epoch(kind: EngineKind) async throws {
    let bench = try Bench(kind)
    let log = bench.log()
    let epoch = try await log.head().epoch
    #expect(await log.append("a", 1, "one", epoch: epoch) == .committed(1))
    let name = bench.engine().name
    let text = "\(name): is another log than before: its epoch is \(epoch), not older; start the app again to join it"
    #expect(await log.append("a", 2, "two", epoch: "older") == .refused(LogFailure(.diverged, text)))
    #expect(try await log.texts() == ["one"])
  }

  @Test("an invalid batch is refused before it is sent", arguments: EngineKind.allCases)
  func objections(kind: EngineKind) async throws {
    let bench = try Bench(kind)
    // A sanitizer makes a long action slow to send.
    let log = ActionLog(bench.engine(patience: 60), options: LogOptions())
    func refused(_ text: String) -> AppendOutcome {
      .refused(LogFailure(.refused, "\(bench.engine().name): \(text)"))
    }
    #expect(
      await log.append("", 1, "one")
        == refused("a host's name has 1 to 200 bytes and no NUL; this one has 0 bytes"))
    #expect(await log.append("a", 0, "one") == refused("an entry of a has the number 0; numbers begin at 1"))
    #expect(await log.append("a", 1) == refused("a appends no action; give at least one"))
    let large = LogAction([UInt8](repeating: 7, count: LogAction.sizeLimit), stamp: [1])
    #expect(
      await log.append(LogBatch(EntryName("a", 1), [large]))
        == refused("an action of a has 4194305 bytes; an entry takes at most 4194304"))
    let largest = LogAction([UInt8](repeating: 7, count: LogAction.sizeLimit))
    #expect(await log.append(LogBatch(EntryName("a", 1), [largest])) == .committed(1))
    #expect(try await log.entries().map(\.action) == [largest])
  }

  @Test(
    "a host that may only read does not make the log, and reads it when another has made it",
    arguments: EngineKind.allCases)
  func missing(kind: EngineKind) async throws {
    let bench = try Bench(kind)
    let log = bench.log { $0.isReadOnly = true }
    let missing = LogFailure(
      .unreachable,
      "\(bench.engine().name): there is no log; a host that starts without mode=read makes it, or check that the address is right"
    )
    for _ in 1...2 { await #expect(throws: missing) { try await log.head() } }
    let follower = try Follower(log, after: LogPlace(position: 0, link: ""))
    await follower.disconnected()
    #expect(follower.failures.first == missing)
    await #expect(throws: missing, "the follower has made it") { try await log.head() }
    follower.cancel()
    await bench.log().append("a", 1, "one")
    #expect(try await log.texts() == ["one"])
  }

  @Test("a host that may only read cannot append, trim or save", arguments: EngineKind.allCases)
  func readOnly(kind: EngineKind) async throws {
    let bench = try Bench(kind)
    await bench.log().append("a", 1, "one")
    let log = bench.log { $0.isReadOnly = true }
    let refusal = LogFailure(
      .refused, "\(bench.engine().name): is opened read-only; remove mode=read from its address to write")
    #expect(await log.append("b", 1, "two") == .refused(refusal))
    await #expect(throws: refusal) { try await log.trim(below: 1) }
    let head = try await log.head()
    await #expect(throws: refusal) {
      try await log.save(LogSnapshot(head.place, epoch: head.epoch, reducers: "r", body: []))
    }
    #expect(try await log.texts() == ["one"])
  }

  @Test("a closed log refuses", arguments: EngineKind.allCases)
  func closed(kind: EngineKind) async throws {
    let bench = try Bench(kind)
    let log = bench.log()
    await log.append("a", 1, "one")
    log.close()
    let refusal = LogFailure(.closed, "\(bench.engine().name): is closed")
    #expect(await log.append("a", 2, "two") == .refused(refusal))
    await #expect(throws: refusal) { try await log.head() }
  }

  @Test("a log of a newer format is not changed", arguments: EngineKind.allCases)
  func format(kind: EngineKind) async throws {
    let bench = try Bench(kind)
    try await bench.setFormat("2")
    let failure = LogFailure(
      .incompatible,
      "\(bench.engine().name): has format 2, and this version reads format 1; use the newer version")
    #expect(await bench.log().append("a", 1, "one") == .refused(failure))
    await #expect(throws: failure) { try await bench.log().head() }
  }
}
