import CacheTesting
import FolderTesting
import SeededTesting
import Testing
import UDF

@testable import UDFSync

@Suite(
  "Caches of killed processes", .enabled(if: CacheWriter.program != nil, CacheWriter.isMissing))
struct KilledWriterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The number of the last commit that is there; nothing of it is missing.
  private func last(_ place: Comment) async throws -> Int64 {
    let cache = SQLiteCache(patience: 600)
    let contents = try await cache.open(folder.collection())
    let number = Int64(contents.token ?? "0") ?? -1
    let rows = try await cache.rows(after: .start, limit: 10)
    await cache.close()
    guard number > 0 else {
      #expect(rows.isEmpty, place)
      return number
    }
    for key in ["first", "last", "one of five \(number % 5)"] {
      let row = try #require(rows.first { $0.key == RowKey(key) }, place)
      #expect(row.version == number, place)
      #expect(String(decoding: row.body ?? [], as: UTF8.self).contains(#""n":\#(number),"#), place)
    }
    #expect(rows.count == min(Int(number), 5) + 2, place)
    #expect(contents.outbox.map(\.id) == Array(max(1, number - 2)...number), place)
    #expect(contents.lastMutation == number, place)
    return number
  }

  @Test(
    "killed at each write, every acknowledged write is complete, and no other is partly there")
  func killed() async throws {
    var acknowledged: Int64 = 0
    var (count, isKilled) = (0, true)
    // A fresh cache for the first, which are killed while it is made.
    while isKilled {
      count += 1
      let writer = try await CacheWriter(folder, "write", count).finish()
      isKilled = writer.isKilled
      if let last = writer.lines.last { acknowledged = try #require(Int64(last)) }
      let found = try await last("killed at change \(count)")
      #expect(acknowledged...acknowledged + 1 ~= found, "killed at change \(count)")
      acknowledged = found
    }
    #expect(acknowledged > 10)
    #expect(count > 3 * 4, "a commit is more than one change")
  }

  @Test(
    "killed during a full pull or a reset, the cache has the old rows or the new ones, and the whole outbox")
  func rebuilding() async throws {
    var (count, isKilled, found) = (0, true, Set<Int>())
    while isKilled {
      count += 1
      let folder = try TemporaryFolder()
      var cache = SQLiteCache(patience: 600)
      var model = CacheTable(KeptChanges(try await cache.open(folder.collection())))
      await cache.close()
      let writer = try await CacheWriter(folder, "rebuild", count).finish()
      isKilled = writer.isKilled

      cache = SQLiteCache(patience: 600)
      var contents = try await cache.open(folder.collection())
      let rows = try await cache.rows(after: .start, limit: 1000)
      let mutations = try await cache.outbox(of: contents)
      await cache.close()
      let acknowledged = writer.lines.last.flatMap { Int($0) } ?? 0
      for write in Rebuild.commits.prefix(acknowledged) { _ = model.commit(write) }
      func isThere(_ model: CacheTable) -> Bool {
        // The count of commits that wrote nothing need not last.
        contents.revision = model.contents.revision
        return contents == model.contents && mutations == model.mutations(contents.outbox.map(\.id))
          && rows == model.rows(after: .start, limit: 1000)
      }
      if isThere(model) {
        found.insert(acknowledged)
      } else {
        try #require(isKilled, "\(acknowledged) commits were acknowledged, and not all of them are there")
        _ = model.commit(Rebuild.commits[acknowledged])
        #expect(isThere(model), "killed at change \(count), in commit \(acknowledged + 1)")
      }
    }
    #expect(found.isSuperset(of: [0, 2, 4, 5, 6, 7]), "\(found)")
  }

  @Test("killed during a migration of rows, a cache has all of it or nothing, and the whole outbox")
  func upgrading() async throws {
    var (count, isKilled, old) = (0, true, 0)
    while isKilled {
      count += 1
      let folder = try TemporaryFolder()
      var cache = SQLiteCache(patience: 600)
      _ = try await cache.open(folder.collection())
      _ = try await cache.commit(Rebuild.commits[0])
      await cache.close()
      cache = SQLiteCache(patience: 600)
      let before = try await cache.open(folder.collection())
      let rows = try await cache.rows(after: .start, limit: 1000)
      await cache.close()
      isKilled = try await CacheWriter(folder, "upgrade", count).finish().isKilled

      cache = SQLiteCache(patience: 600)
      let present = try await cache.open(folder.collection(schema: 2))
      let all = try await cache.rows(after: .start, limit: 1000)
      #expect(present.outbox == before.outbox && present.deadLetters == before.deadLetters, "killed at change \(count)")
      #expect(present.lastMutation == 3, "killed at change \(count)")
      if present.formerSchemas == ["": 1] {
        #expect(isKilled)
        #expect(all == rows && present.token == before.token, "killed at change \(count)")
        old += 1
      } else {
        #expect(present.token == nil && present.syncedAt == nil, "killed at change \(count)")
        #expect(all.filter { $0.body != nil }.map(\.key) == [Upgrade.key], "killed at change \(count)")
      }
      await cache.close()
    }
    #expect(old > 1)
  }

  @Test("killed while it closes, when SQLite moves its log into the file, nothing is lost")
  func closing() async throws {
    var (count, isKilled) = (0, true)
    while isKilled {
      count += 1
      let writer = try await CacheWriter(folder, "close", count).finish()
      isKilled = writer.isKilled
      let last = writer.lines.last.flatMap { Int64($0) }
      #expect(try await self.last("killed at change \(count)") == last, "killed at change \(count)")
    }
    #expect(count > 10)
  }

  @Test(
    "on a full disk a commit changes nothing, also one that removes rows")
  func full() async throws {
    for count in 1...Extent.runs(daily: 8, nightly: 15) {
      let (lines, _) = try await CacheWriter(folder, "fill", count).finish()
      let failure = "full: \(folder.file): the disk is full; free some space"
      #expect(lines.filter { $0 == failure }.count == 2, "no room after \(count) changes: \(lines)")
      let acknowledged = lines.last.flatMap { Int64($0) }
      #expect(try await last("no room after \(count) changes") == acknowledged)
    }
  }

  @Test("killed while a damaged file is renamed, the outbox is still there")
  func quarantine() async throws {
    var (count, isKilled) = (0, true)
    while isKilled {
      count += 1
      let folder = try TemporaryFolder()
      let file = "articles.sqlite"
      var cache = SQLiteCache(patience: 600)
      _ = try await cache.open(folder.collection())
      var write = CacheWrite()
      write.changes = (0..<200).map { .put(SyncRow(RowKey("a\($0)"), body: Array(#"{"id":"a\#($0)","n":1}"#.utf8))) }
      write.mutations = [Mutation(id: 1, .delete, RowKey("a1")), Mutation(id: 2, .delete, RowKey("a2"))]
      _ = try await cache.commit(write)
      await cache.close()
      // Its last bytes are rows.
      try folder.save(bytes: #require(folder.bytes(of: file)).dropLast(4096), to: file)

      isKilled = try await CacheWriter(folder, "quarantine", count).finish().isKilled
      cache = SQLiteCache(patience: 600)
      var contents: CacheContents
      do throws(CacheFailure) {
        contents = try await cache.open(folder.collection())
      } catch {
        contents = try await cache.quarantine()
      }
      #expect(contents.outbox.map(\.id) == [1, 2], "killed at change \(count)")
      #expect(!contents.hasRows)
      await cache.close()
      #expect(folder.names == ["articles.damaged-1.sqlite", file], "killed at change \(count)")
    }
    #expect(count > 5)
  }

  @Test("a cache that another process uses is busy at once, and free when that process has ended")
  func busy() async throws {
    let end = try await CacheWriter(folder, "hold").holder()
    // With the same patience for another process, this would take ten minutes.
    let hasty = SQLiteCache(patience: 600, otherProcess: 0)
    let failure = await #expect(throws: CacheFailure.self) { try await hasty.open(folder.collection()) }
    #expect(failure?.code == .busy)
    #expect(failure?.message.hasPrefix("\(folder.file): is used by process ") == true)
    await end()
    let cache = SQLiteCache(patience: 600)
    _ = try await cache.open(folder.collection())
    await cache.close()
  }
}
