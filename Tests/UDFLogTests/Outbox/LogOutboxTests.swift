import FolderTesting
import GRDB
import LogTesting
import Platform
import Testing
import UDFStorage

@testable import UDFLog

@Suite("outbox of a log")
struct LogOutboxTests {
  private static func action(_ text: String) -> LogAction {
    LogAction(Array(text.utf8), stamp: [1, 2], cause: EntryName("other", 7))
  }

  /// Adds so many actions one by one, with their numbers as texts.
  private static func add(_ count: Int, to outbox: LogOutbox, epoch: String?) {
    for number in 1...count {
      outbox.add(LogRun(EntryName("till-1", Int64(number)), action("\(number)"), epoch: epoch))
    }
  }

  @Test("keeps actions for the next process, in batches that can be appended")
  func keeps() async throws {
    let folder = try TemporaryFolder()
    do {
      let outbox = LogOutbox(folder("data/outbox.sqlite"), log: "shop")
      Self.add(70, to: outbox, epoch: "e")
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

  @Test("keeps actions with other causes and stamps in their order, and large ones")
  func mixed() async throws {
    let folder = try TemporaryFolder()
    let actions = [
      LogAction([], stamp: [1]), LogAction([1], stamp: [1]), LogAction([2], stamp: [2]),
      LogAction([3], stamp: [2], cause: EntryName("till-1", 3)), LogAction([4], stamp: [2]),
      LogAction([UInt8](repeating: 5, count: LogAction.sizeLimit - 1), stamp: [2]), LogAction([6, 6], stamp: [2]),
    ]
    do {
      let outbox = LogOutbox(folder("outbox.sqlite"), log: "shop")
      for (index, action) in actions.enumerated() {
        outbox.add(LogRun(EntryName("till-1", Int64(index + 1)), action, epoch: index < 5 ? nil : "e"))
      }
      outbox.flush()
    }
    let left = try await LogOutbox(folder("outbox.sqlite"), log: "shop").leftOver(besides: "")
    #expect(left.map(\.first.number) == [1, 6])
    #expect(left.map(\.epoch) == [nil, "e"])
    #expect(left.flatMap(\.actions) == actions)
  }

  @Test("forgets confirmed actions of one write one after another")
  func partly() async throws {
    let folder = try TemporaryFolder()
    let outbox = LogOutbox(folder("outbox.sqlite"), log: "shop")
    Self.add(200, to: outbox, epoch: "e")
    outbox.flush()
    for number in [Int64](1...199) {
      outbox.remove(EntryName("till-1", number))
      outbox.flush()
      guard number % 66 == 0 else { continue }
      let left = try await outbox.leftOver(besides: "").flatMap(\.named)
      #expect(left.map(\.name) == (number + 1...200).map { EntryName("till-1", $0) })
      #expect(left.map(\.action) == (number + 1...200).map { Self.action("\($0)") })
      #expect(try LogOutbox.waiting(at: outbox.path) == ["shop": 200 - Int(number)])
    }
    outbox.remove(EntryName("till-1", 200))
    #expect(try await outbox.leftOver(besides: "").isEmpty)
    #expect(try LogOutbox.waiting(at: outbox.path) == [:])
  }

  @Test("reads the file of an earlier version, which has a row for each action")
  func earlier() async throws {
    let folder = try TemporaryFolder()
    let path = folder("outbox.sqlite")
    do {
      let queue = try SQLiteStorage.open(path, patience: 1, isShared: true)
      try queue.inDatabase { db in
        try db.execute(sql: "PRAGMA application_id = \(LogOutbox.application)")
        try db.execute(sql: WaitingRow.table)
        for number in 1...3 {
          try db.execute(
            sql: "INSERT INTO waiting VALUES ('shop', 'till-1', \(number), NULL, NULL, x'01', x'0\(number)', 'e')")
        }
      }
      try queue.close()
    }
    #expect(try LogOutbox.waiting(at: path) == ["shop": 3])
    let outbox = LogOutbox(path, log: "shop")
    outbox.add(LogRun(EntryName("till-1", 4), LogAction([4], stamp: [1]), epoch: "e"))
    outbox.add(LogRun(EntryName("till-1", 5), LogAction([5], stamp: [1]), epoch: "e"))
    outbox.remove(EntryName("till-1", 1))
    outbox.flush()
    let left = try await outbox.leftOver(besides: "")
    #expect(left.map(\.first.number) == [2])
    #expect(left.flatMap(\.actions) == [2, 3, 4, 5].map { LogAction([$0], stamp: [1]) })
  }

  @Test("reports a damaged row")
  func damaged() async throws {
    let folder = try TemporaryFolder()
    let outbox = LogOutbox(folder("outbox.sqlite"), log: "shop")
    Self.add(3, to: outbox, epoch: "e")
    outbox.flush()
    let queue = try SQLiteStorage.open(outbox.path, patience: 1, isShared: true)
    for sizes in ["1,1", "1,1,1,1", "1,1,7", "-1,3,1", "", "a,b,c", "9223372036854775807,1,1"] {
      try await queue.write { try $0.execute(sql: "UPDATE waiting SET sizes = ?", arguments: [sizes]) }
      let failure = await #expect(throws: LogFailure.self, "\(sizes)") { _ = try await outbox.leftOver(besides: "") }
      #expect(
        failure?.message
          == "\(outbox.path): is damaged: a row of the outbox has other sizes than actions; move it away to start with a new file",
        "\(sizes)")
    }
  }

  @Test("appends each action once, also if it appends again", arguments: EngineKind.allCases)
  func twice(kind: EngineKind) async throws {
    let bench = try Bench(kind)
    let outbox = LogOutbox(bench.folder("outbox.sqlite"), log: "shop")
    Self.add(5, to: outbox, epoch: nil)
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
      outbox.add(LogRun(EntryName("till-1", Int64(number)), Self.action("1"), epoch: nil))
      outbox.flush()
    }
    let found = failures.withLock { $0 }
    #expect(found.count == 1, "each failure is reported once")
    #expect(found.first?.message.hasPrefix("\(folder("outbox.sqlite")): is damaged: ") ?? false, "\(found)")
    #expect(folder.bytes(of: "outbox.sqlite")?.count == 45)
  }
}
