import FolderTesting
import Foundation
import SeededTesting
import Testing
import UDF

@testable import UDFSync

@Suite("Faults of disks and files") struct DiskFaultTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A file with rows and an outbox.
  private func filled() async throws -> (contents: CacheContents, rows: [StoredRow]) {
    let cache = SQLiteCache(patience: 600)
    _ = try await cache.open(folder.collection())
    for round in 0..<3 {
      var write = CacheWrite()
      write.changes = (0..<40).map { number in
        let text = String(repeating: "\(number)", count: 60)
        let body = #"{"id":"a\#(number)","n":\#(round),"text":"\#(text)"}"#
        return .put(SyncRow(RowKey("a\(number)"), version: Int64(round + 1), body: Array(body.utf8)))
      }
      write.token = "T\(round)"
      write.mutations = [Mutation(id: Int64(round + 1), .patch, RowKey("a\(round)"), body: Array("{}".utf8))]
      _ = try await cache.commit(write)
    }
    var write = CacheWrite()
    write.refused = [Refusal(1, code: "gone", message: "it is gone", since: 1_800_000_000)]
    _ = try await cache.commit(write)
    await cache.close()
    return try await read(folder)
  }

  private func read(
    _ folder: TemporaryFolder
  ) async throws(CacheFailure) -> (contents: CacheContents, rows: [StoredRow]) {
    let cache = SQLiteCache(patience: 600)
    do throws(CacheFailure) {
      let contents = try await cache.open(folder.collection())
      var rows: [StoredRow] = []
      while case let more = try await cache.rows(
        after: rows.last.map { RowPosition(revision: $0.revision, key: $0.key) } ?? .start, limit: 16), !more.isEmpty
      { rows += more }
      _ = try await cache.firstRows(50)
      await cache.close()
      return (contents, rows)
    } catch {
      await cache.close()
      throw error
    }
  }

  // MARK: damage

  @Test(
    "a damaged file is reported, renamed, and replaced by a new one with the readable part of the outbox",
    arguments: Damage.allCases)
  func damaged(_ damage: Damage) async throws {
    let (contents, _) = try await filled()
    let file = "articles.sqlite"
    let bytes = try damage.done(to: #require(folder.bytes(of: file)))
    try folder.save(bytes: bytes, to: file)
    let cache = SQLiteCache(patience: 600)
    let failure = await #expect(throws: CacheFailure.self) { try await cache.open(folder.collection()) }
    #expect(failure?.code == .corrupt)
    let reason = damage.reason
    #expect(failure?.message == "\(folder.file): is damaged: \(reason); move it away to start with a new file")

    let anew = try await cache.quarantine()
    let (waiting, refused) = damage.keepsOutbox ? (2, 1) : (0, 0)
    #expect(
      anew.notice == """
        \(folder.file): is damaged: \(reason); it is now articles.damaged-1.sqlite, and all rows are fetched \
        again. Changes that were kept: \(waiting) pending, \(refused) refused
        """)
    #expect(anew.outbox == (waiting == 0 ? Outbox() : contents.outbox))
    #expect(try await cache.outbox(of: anew).map(\.body) == anew.outbox.map { _ in Array("{}".utf8) })
    #expect(anew.deadLetters == (refused == 0 ? [:] : contents.deadLetters))
    if waiting > 0 {
      #expect(anew.lastMutation == 3)
    }
    #expect(anew.token == nil)
    #expect(!anew.isSeeded && !anew.hasRows)
    #expect(try await cache.rows(after: .start, limit: 10).isEmpty)
    await cache.close()
    #expect(folder.bytes(of: "articles.damaged-1.sqlite") == bytes)
    #expect(try await read(folder).contents.outbox == anew.outbox)
  }

  @Test("a second renamed file does not replace the first")
  func twice() async throws {
    let cache = SQLiteCache(patience: 600)
    for number in 1...3 {
      try folder.save(bytes: Array("garbage \(number)".utf8), to: "articles.sqlite")
      await #expect(throws: CacheFailure.self) { try await cache.open(folder.collection()) }
      _ = try await cache.quarantine()
      await cache.close()
      #expect(folder.bytes(of: "articles.damaged-\(number).sqlite") == Array("garbage \(number)".utf8))
    }
  }

  @Test(
    "an engine that cannot rename a damaged file releases it when it stops")
  func heldDamage() async throws {
    try folder.save(bytes: Array("garbage".utf8), to: "articles.sqlite")
    // Where the new file would be written.
    try FileManager.default.createDirectory(
      atPath: "\(folder.file).draft", withIntermediateDirectories: false)
    let bench = Bench(cache: TestCache(SQLiteCache(patience: 600)), folder: folder.path)
    await bench.engine.open()
    #expect(await bench.engine.status.phase == .waiting)
    await bench.engine.stop()
    let other = SQLiteCache(patience: 600)
    let failure = await #expect(throws: CacheFailure.self) { try await other.open(folder.collection()) }
    #expect(failure?.code == .corrupt)
    await other.close()
    #expect(await bench.engine.status.phase == .closed)
  }

  @Test("a bit that flips anywhere is detected, or changes nothing")
  func flips() async throws {
    let (contents, rows) = try await filled()
    #expect(rows.count == 40)
    let file = "articles.sqlite"
    let good = try #require(folder.bytes(of: file))
    var random = SeededGenerator(seed: Seed.current)
    var found = 0
    for place in (0..<150).map({ _ in Int.random(in: good.indices, using: &random) }) {
      let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
      let comment: Comment = "bit \(bit) of byte \(place); \(Seed.replay)"
      var bytes = good
      bytes[place] ^= bit
      try folder.save(bytes: bytes, to: file)
      do throws(CacheFailure) {
        let (present, all) = try await read(folder)
        #expect(present == contents, comment)
        #expect(all == rows, comment)
      } catch {
        found += 1
        #expect(error.code == .corrupt, "\(error); \(comment)")
        let cache = SQLiteCache(patience: 600)
        // Some are only found by who reads all.
        if (try? await cache.open(folder.collection())) != nil { _ = try? await cache.rows(after: .start, limit: 100) }
        let kept = try await cache.quarantine()
        #expect(Set(contents.outbox).isSuperset(of: kept.outbox), comment)
        #expect(kept.deadLetters.allSatisfy { contents.deadLetters[$0.key] == $0.value }, comment)
        await cache.close()
        try FileManager.default.removeItem(atPath: "\(folder.path)/articles.damaged-1.sqlite")
      }
    }
    #expect(found > 5, "else the test finds nothing")
  }

  @Test("a cache of another collection is refused")
  func stranger() async throws {
    let cache = SQLiteCache(patience: 600)
    _ = try await cache.open(SyncCollection("users", key: "name", folder: folder.path))
    var write = CacheWrite()
    write.mutations = [Mutation(id: 1, .delete, RowKey("ann"))]
    _ = try await cache.commit(write)
    await cache.close()
    try folder.save(bytes: #require(folder.bytes(of: "users.sqlite")), to: "articles.sqlite")
    await #expect(
      throws: CacheFailure(
        .corrupt,
        """
        \(folder.file): has the rows of “users” with the key field “name”, not those of “articles” with “id”; move it away to start with a new file
        """)
    ) { try await cache.open(folder.collection()) }
    let anew = try await cache.quarantine()
    #expect(anew.outbox.isEmpty)
    #expect(try await cache.letters(of: anew).map(\.mutation) == write.mutations)
    await cache.close()
  }

  @Test(
    "after an update with another key field, pending mutations are not sent, and kept as refused")
  func otherKey() async throws {
    let (contents, _) = try await filled()
    let cache = SQLiteCache(patience: 600)
    var write = CacheWrite()
    write.acknowledged = [Acknowledgement(2)]
    _ = try await cache.open(folder.collection())
    _ = try await cache.commit(write)
    let refused = try await cache.letters(of: contents)
    await cache.close()
    let collection = SyncCollection("articles", key: "slug", folder: folder.path)
    let problem = """
      \(folder.file): has the rows of “articles” with the key field “id”, not those \
      of “articles” with “slug”
      """
    await #expect(throws: CacheFailure(.corrupt, "\(problem); move it away to start with a new file")) {
      try await cache.open(collection)
    }
    let anew = try await cache.quarantine()
    #expect(
      anew.notice == """
        \(problem); it is now articles.damaged-1.sqlite, and all rows are fetched again. Changes that were \
        kept: 0 pending, 2 refused
        """)
    let message = """
      the change was made for “articles” with the key field “id”, but this app has “articles” with the key field “slug”; \
      make the change again
      """
    #expect(anew.outbox.isEmpty)
    let letters = try await cache.letters(of: anew)
    #expect(letters.first == refused.first)
    let unsent = Mutation(id: 3, .patch, RowKey("a2"), body: Array("{}".utf8))
    let since = try #require(letters.last?.since)
    #expect(since > 1_700_000_000)
    #expect(letters.dropFirst() == [DeadLetter(unsent, code: "key", message: message, since: since)])
    #expect(anew.lastMutation == 3)
    await cache.close()
    let again = try await cache.open(collection)
    #expect(again.deadLetters == anew.deadLetters)
    await cache.close()
  }

  @Test("a replacement of the file that the end of the process interrupted is completed")
  func finished() async throws {
    let (contents, rows) = try await filled()
    let file = "articles.sqlite"
    try FileManager.default.moveItem(atPath: folder.file, toPath: "\(folder.file).new")
    try folder.save(bytes: Array("old".utf8), to: file)
    try folder.save(bytes: Array("half".utf8), to: "\(file).draft")
    let (present, all) = try await read(folder)
    #expect(present == contents)
    #expect(all == rows)
    #expect(folder.bytes(of: "articles.damaged-1.sqlite") == Array("old".utf8))
  }

  // MARK: versions

  @Test("a file with rows of a newer schema is not changed")
  func newer() async throws {
    let cache = SQLiteCache(patience: 600)
    _ = try await cache.open(folder.collection(schema: 3))
    await cache.close()
    let before = folder.names.map { folder.bytes(of: $0) }
    await #expect(
      throws: CacheFailure(
        .newer,
        """
        \(folder.file): has rows of schema 3, and this app supports up to 2; use the newer app, or move the file \
        away to start with a new file
        """)
    ) { try await cache.open(folder.collection(schema: 2)) }
    await cache.close()
    #expect(folder.names.map { folder.bytes(of: $0) } == before)
  }

  @Test("a file with rows of an earlier schema keeps them until they are upgraded")
  func older() async throws {
    let (contents, rows) = try await filled()
    for _ in 0..<2 {
      let cache = SQLiteCache(patience: 600)
      let opened = try await cache.open(folder.collection(schema: 2))
      #expect(opened.formerSchemas == ["": 1])
      #expect(opened.outbox == contents.outbox && opened.token == contents.token)
      #expect(try await cache.rows(after: .start, limit: 1000) == rows)
      await cache.close()
    }
  }

  // MARK: disks

  @Test("a cache that an engine of this process uses is busy for another")
  func busy() async throws {
    let (holder, hasty, cache) = (SQLiteCache(patience: 600), SQLiteCache(patience: 0), SQLiteCache(patience: 600))
    _ = try await holder.open(folder.collection())
    await #expect(
      throws: CacheFailure(.busy, "\(folder.file): is used by another owner in this process; close it and try again")
    ) { try await hasty.open(folder.collection()) }
    await holder.close()
    _ = try await cache.open(folder.collection())
    await cache.close()
  }

  @Test("a folder without write permission is reported")
  func readOnly() async throws {
    let (disk, reason) = try SmallDisk.readOnly(folder.path)
    let cache = SQLiteCache(patience: 600)
    let failure = CacheFailure(
      .readOnly,
      """
      \(folder.file): cannot be written: \(reason); make it writable, or keep it in another folder
      """)
    await #expect(throws: failure) { try await cache.open(folder.collection()) }
    disk.remove()
  }

  @Test(
    "on a full disk a commit changes nothing, until there is space",
    .enabled(if: SmallDisk.isPossible, SmallDisk.isMissing))
  func full() async throws {
    let disk = try SmallDisk(folder.path)
    defer { disk.remove() }
    let (contents, rows) = try await filled()
    let cache = SQLiteCache(patience: 600)
    _ = try await cache.open(folder.collection())
    try disk.fill()
    var large = CacheWrite()
    large.changes = [.put(SyncRow(RowKey("large"), version: 9, body: [UInt8](repeating: 0x20, count: 200_000)))]
    large.token = "T9"
    let failure = CacheFailure(.full, "\(folder.file): the disk is full; free some space")
    await #expect(throws: failure) { try await cache.commit(large) }
    var clear = CacheWrite()
    clear.rows = .clear
    // A removal needs space, too, for the record of the removal.
    await #expect(throws: failure) { try await cache.commit(clear) }
    #expect(try await cache.rows(after: .start, limit: 100) == rows)
    await cache.close()
    disk.makeRoom()
    let (present, all) = try await read(folder)
    #expect(present == contents)
    #expect(all == rows)
    _ = try await cache.open(folder.collection())
    _ = try await cache.commit(large)
    await cache.close()
    #expect(try await read(folder).contents.token == "T9")
  }
}
