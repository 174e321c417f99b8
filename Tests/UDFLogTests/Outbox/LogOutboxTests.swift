import FolderTesting
import LogTesting
import Platform
import Testing

@testable import UDFLog

@Suite("outbox of a log")
struct LogOutboxTests {
  private static func action(_ text: String) -> LogAction {
    LogAction(Array(text.utf8), stamp: [1, 2], cause: EntryName("other", 7))
  }

  @Test("keeps actions for the next process, in batches that can be appended")
  func keeps() async throws {
    let folder = try TemporaryFolder()
    do {
      let outbox = LogOutbox(folder("data/outbox.sqlite"), log: "shop")
      for number in 1...70 { outbox.add(EntryName("till-1", Int64(number)), Self.action("\(number)"), epoch: "e") }
      outbox.remove(EntryName("till-1", 3))
      outbox.flush()
    }
    let outbox = LogOutbox(folder("data/outbox.sqlite"), log: "shop")
    let left = try await outbox.leftOver(besides: "till-2")
    #expect(left.map(\.first) == [EntryName("till-1", 4), EntryName("till-1", 68)])
    #expect(left.map(\.epoch) == ["e", "e"])
    #expect(left.flatMap(\.actions) == (4...70).map { Self.action("\($0)") })
    #expect(try await outbox.leftOver(besides: "till-1").isEmpty, "its own are on their way")
    #expect(try await outbox.waitingElsewhere() == [:])
    let other = LogOutbox(outbox.path, log: "board")
    #expect(try await other.leftOver(besides: "").isEmpty, "those of another log")
    #expect(try await other.waitingElsewhere() == ["shop": 67])
  }

  @Test("appends each action once, also if it appends again", arguments: EngineKind.allCases)
  func twice(kind: EngineKind) async throws {
    let bench = try Bench(kind)
    let outbox = LogOutbox(bench.folder("outbox.sqlite"), log: "shop")
    for number in 1...5 { outbox.add(EntryName("till-1", Int64(number)), Self.action("\(number)"), epoch: nil) }
    for batch in try await outbox.leftOver(besides: "") {
      for _ in 1...2 { #expect(await bench.log().append(batch) == .committed(5)) }
    }
    #expect(try await bench.log().texts() == ["1", "2", "3", "4", "5"])
  }

  @Test("without a file has nothing, and makes no file")
  func none() async throws {
    let folder = try TemporaryFolder()
    let outbox = LogOutbox(folder("outbox.sqlite"), log: "shop")
    #expect(try await outbox.leftOver(besides: "").isEmpty)
    #expect(try await outbox.waitingElsewhere() == [:])
    #expect(folder.bytes(of: "outbox.sqlite") == nil)
  }

  @Test("reports another file in its place and does not change it")
  func other() async throws {
    let folder = try TemporaryFolder()
    try folder.save("no database at all, but long enough to be one", to: "outbox.sqlite")
    let failures = Guarded<[LogFailure]>([])
    let outbox = LogOutbox(folder("outbox.sqlite"), log: "shop") { failure in failures.withLock { $0.append(failure) } }
    await #expect(throws: LogFailure.self) { _ = try await outbox.leftOver(besides: "") }
    for number in 1...2 {
      outbox.add(EntryName("till-1", Int64(number)), Self.action("1"), epoch: nil)
      outbox.flush()
    }
    let found = failures.withLock { $0 }
    #expect(found.count == 1, "each failure is reported once")
    #expect(found.first?.message.hasPrefix("\(folder("outbox.sqlite")): is damaged: ") ?? false, "\(found)")
    #expect(folder.bytes(of: "outbox.sqlite")?.count == 45)
  }
}
