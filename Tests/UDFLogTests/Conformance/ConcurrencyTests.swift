import LogTesting
import Testing

@testable import UDFLog

@Suite("Conformance: concurrency", .timeLimit(.minutes(5))) struct ConcurrencyTests {
  @Test("batches of several connections stay whole and none is lost", arguments: EngineKind.allCases)
  func connections(kind: EngineKind) async throws {
    let bench = try Bench(kind)
    let hosts = (1...6).map { "host-\($0)" }
    await withTaskGroup(of: Void.self) { group in
      for host in hosts {
        group.addTask {
          let log = bench.log()
          for batch in 0..<20 {
            let numbers = (1...3).map { Int64(batch * 3 + $0) }
            let actions = numbers.map { LogAction(Array("\(host) \($0)".utf8)) }
            let outcome = await log.append(LogBatch(EntryName(host, numbers[0]), actions))
            if case .committed = outcome { continue }
            Issue.record("\(outcome)")
          }
        }
      }
    }
    let entries = try await bench.log().entries()
    #expect(entries.map(\.position) == Array(1...360))
    for host in hosts {
      #expect(entries.filter { $0.name.host == host }.map(\.name.number) == Array(1...60))
    }
    for start in stride(from: 0, to: entries.count, by: 3) {
      #expect(Set(entries[start..<start + 3].map(\.name.host)).count == 1)
    }
  }

  @Test("appends of one connection are sent together and have separate outcomes", arguments: EngineKind.allCases)
  func grouped(kind: EngineKind) async throws {
    let log = try Bench(kind).log()
    _ = try await log.head()
    let outcomes = await withTaskGroup(of: (Int, AppendOutcome).self) { group in
      for number in 1...200 {
        // Every third one has a gap.
        group.addTask { (number, await log.append("host-\(number)", number % 3 == 0 ? 2 : 1, "\(number)")) }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    let entries = try await log.entries()
    for number in 1...200 {
      let position = entries.first { $0.text == "\(number)" }?.position
      #expect(outcomes[number] == position.map { .committed($0) } ?? .gap(last: 0))
      #expect((position == nil) == (number % 3 == 0))
    }
  }

  @Test("of batches that expect the same head, one is committed", arguments: EngineKind.allCases)
  func race(kind: EngineKind) async throws {
    let bench = try Bench(kind)
    for round in 0..<10 {
      let outcomes = await withTaskGroup(of: AppendOutcome.self) { group in
        for host in 1...4 {
          group.addTask { await bench.log().append("host-\(host)-\(round)", 1, "mine", expectedHead: Int64(round)) }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(outcomes.filter { $0 == .committed(Int64(round + 1)) }.count == 1)
      #expect(outcomes.filter { $0 == .rejected(head: Int64(round + 1)) }.count == 3)
    }
  }

  @Test(
    "several processes append to one log", .enabled(if: WriterProcess.program != nil), arguments: EngineKind.allCases)
  func processes(kind: EngineKind) async throws {
    let bench = try Bench(kind)
    let writers = try (1...3).map { try WriterProcess(bench, "process-\($0)", 40) }
    for (index, writer) in writers.enumerated() {
      let positions = await writer.finish()
      #expect(positions.count == 40)
      let entries = try await bench.log().entries().filter { $0.name.host == "process-\(index + 1)" }
      #expect(entries.map(\.name.number) == Array(1...40))
      #expect(entries.map { positions[$0.name.number] } == entries.map(\.position))
    }
    #expect(try await bench.log().head().position == 120)
  }

  @Test(
    "a killed process leaves its committed entries, and continues where it was",
    .enabled(if: WriterProcess.program != nil), arguments: EngineKind.allCases)
  func killed(kind: EngineKind) async throws {
    let bench = try Bench(kind)
    let log = bench.log()
    let follower = try await Follower(log, after: log.head().start)
    var seen: [Int64: Int64] = [:]
    for round in 1...4 {
      let writer = try WriterProcess(bench, "process", 1_000_000)
      await follower.received(follower.entries.count + 20 * round)
      writer.kill()
      seen.merge(await writer.finish()) { $1 }
    }
    follower.cancel()
    let entries = try await log.entries()
    #expect(entries.map(\.name.number) == Array(1...Int64(entries.count)))
    for (number, position) in seen { #expect(number == position) }
    #expect(seen.keys.allSatisfy { $0 <= entries.count })
  }
}
