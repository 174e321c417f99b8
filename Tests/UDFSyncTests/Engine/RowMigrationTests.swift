import FolderTesting
import Platform
import Testing
import UDF

@testable import UDFSync

@Suite("Rows of an earlier schema") struct RowMigrationTests {
  private let folder: TemporaryFolder
  private let remote = TestRemote()

  init() throws { folder = try TemporaryFolder() }

  private func bench(
    schema: Int = 2, _ migration: RowMigration = .discard, conflict: ConflictPolicy = .replay
  ) -> Bench {
    Bench(
      cache: TestCache(SQLiteCache(patience: 600)), remote: remote, conflict: conflict, folder: folder.path,
      schema: schema, migration: migration)
  }

  /// Fetches rows of schema 1, and then makes changes without a network.
  private func fill(
    _ rows: KeyValuePairs<String, String>, mine: KeyValuePairs<String, String> = [:],
    conflict: ConflictPolicy = .replay,
    change: (Bench) async throws -> Void = { _ in }
  ) async throws {
    remote.edit { server in for (key, title) in rows { server.put(key, title) } }
    let bench = bench(schema: 1, conflict: conflict)
    await bench.engine.pull()
    remote.plan(.fail(.unreachable))
    for (key, title) in mine { try await bench.put(key, title) }
    try await change(bench)
    if await bench.engine.pending().isEmpty { await bench.engine.pull(force: true) }
    await bench.status { $0.phase == .waiting }
    await bench.engine.stop()
  }

  /// Puts `!` behind each title, and cannot do it for the title `bad`.
  private let louder = RowMigration { row, from in
    let text = String(decoding: row, as: UTF8.self)
    if text.contains("bad") { throw SyncFailure("it is of schema \(from), and bad") }
    return text.contains("old") ? nil : Array(text.replacing("\"}", with: "!\"}").utf8)
  }

  @Test("are migrated and available without a network, stale, until the server sends its rows")
  func offline() async throws {
    try await fill(["a": "One", "b": "Two"])
    let bench = bench(louder)
    await bench.engine.open()
    #expect(try await bench.shown() == ["a": "One!", "b": "Two!"])
    #expect(await bench.engine.status.isStale)
    #expect(
      await bench.engine.status.notice
        == """
        articles: its rows were of schema 1, and this app has 2; they were migrated, and the next pull fetches all
        """)
    remote.edit { $0.put("a", "From the server") }
    bench.clock.advance(60)
    #expect(await bench.engine.pull(force: true) == .changed)
    #expect(try await bench.shown() == ["a": "From the server", "b": "Two"])
    #expect(remote.pulls.last?.schema == 2 && remote.pulls.last?.token == nil)
    #expect(await bench.engine.status.notice == nil)
    await bench.engine.stop()
    let again = self.bench(louder)
    await again.engine.open()
    #expect(try await again.shown() == ["a": "From the server", "b": "Two"])
    #expect(await again.engine.status.notice == nil)
    await again.engine.stop()
  }

  @Test("that the migration leaves out or cannot migrate are not delivered, and the notice names the first")
  func failures() async throws {
    try await fill(["a": "One", "b": "bad", "c": "old", "d": "bad too"])
    let bench = bench(louder)
    await bench.engine.open()
    #expect(try await bench.shown() == ["a": "One!"])
    #expect(
      await bench.engine.status.notice?.hasSuffix(
        "Rows that could not be migrated: 2, the first was \"b\": it is of schema 1, and bad") == true)
    await bench.engine.stop()
  }

  @Test("become migrated rows of the outbox; those that cannot be migrated become dead letters")
  func outbox() async throws {
    try await fill(["a": "One"], mine: ["a": "Mine", "b": "bad", "c": "old"])
    let bench = bench(louder)
    await bench.engine.open()
    #expect(try await bench.shown() == ["a": "Mine!"])
    #expect(
      try await bench.engine.deadLetters().map { [$0.mutation.key.description, $0.code, $0.message] } == [
        ["b", "migrate", "it is of schema 1, and bad"],
        ["c", "migrate", "the migration from schema 1 left the row out"],
      ])
    bench.clock.advance(60)
    await bench.engine.pull(force: true)
    await bench.status { $0.pending == 0 }
    #expect(remote.server.rows[RowKey("a")] == json("a", "Mine!"))
    await bench.engine.stop()
  }

  @Test("do not conflict with a pending change", arguments: [true, false])
  func conflicts(_ isMigrated: Bool) async throws {
    try await fill(["a": "One"], conflict: .serverWins) { bench in
      _ = try await bench.engine.mutate(.patch, RowKey("a"), body: Array(#"{"title":"Mine"}"#.utf8))
    }
    let bench = bench(isMigrated ? louder : .discard, conflict: .serverWins)
    bench.clock.advance(60)
    await bench.engine.pull(force: true)
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(try await bench.engine.deadLetters().isEmpty)
    #expect(try await bench.shown() == ["a": "Mine"])
    await bench.engine.stop()
  }

  @Test("may not get another key, and must stay rows")
  func faults() async throws {
    try await fill(["a": "One", "b": "Two"])
    let bench = bench(RowMigration { row, _ in row == json("a", "One") ? json("z", "One") : Array("7".utf8) })
    await bench.engine.open()
    #expect(try await bench.shown() == [:])
    #expect(
      await bench.engine.status.notice?.hasSuffix(
        "2, the first was \"a\": the migrated row has the key \"z\" instead of \"a\"; keep the field \"id\"") == true)
    await bench.engine.stop()
  }

  @Test("are discarded without a migration; pending changes stay")
  func discarded() async throws {
    try await fill(["a": "One"], mine: ["b": "Mine"])
    let bench = bench()
    await bench.engine.open()
    #expect(try await bench.shown() == ["b": "Mine"])
    #expect(
      await bench.engine.status.notice == """
        articles: its rows were of schema 1, and this app has 2; the next pull fetches all. Changes that were kept: 1 pending
        """)
    bench.clock.advance(60)
    await bench.engine.pull(force: true)
    await bench.status { $0.pending == 0 }
    #expect(try await bench.shown() == ["a": "One", "b": "Mine"])
    await bench.engine.stop()
  }

  @Test("stay if the whole migration fails, which the status reports, and are migrated later")
  func failed() async throws {
    try await fill(["a": "One"], mine: ["a": "Mine"])
    let calls = Guarded(0)
    let bench = bench(
      RowMigration(batches: { rows, _ in
        let count = calls.withLock { calls in
          calls += 1
          return calls
        }
        if count == 1 { throw SyncFailure("it took too long") }
        return rows.map { .success($0) }
      }))
    await bench.engine.open()
    #expect(
      await bench.engine.status.problem
        == "articles: rows of schema 1 were not migrated, and nothing has changed: it took too long")
    bench.clock.advance(60)
    await bench.status { $0.phase == .idle || $0.phase == .pushing }
    #expect(try await bench.shown() == ["a": "Mine"])
    #expect(try await bench.engine.deadLetters().isEmpty)
    await bench.engine.stop()
  }

  @Test("stay if the engine stops during a migration")
  func stopped() async throws {
    try await fill(["a": "One"])
    let began = AsyncStream.makeStream(of: Void.self)
    let bench = bench(
      RowMigration(batches: { rows, _ in
        began.continuation.yield()
        while !Task.isCancelled { await Task.yield() }
        return rows.map { .success($0) }
      }))
    let opening = Task { await bench.engine.open() }
    for await _ in began.stream { break }
    await bench.engine.stop()
    await opening.value
    let again = self.bench(louder)
    await again.engine.open()
    #expect(try await again.shown() == ["a": "One!"])
    await again.engine.stop()
  }
}
