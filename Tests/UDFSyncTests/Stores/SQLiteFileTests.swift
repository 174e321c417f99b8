import FolderTesting
import GRDB
import Testing
import UDF

@testable import UDFSync

@Suite("Properties of SQLite caches") struct SQLiteFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The file of a new cache, which is closed.
  private func made() async throws -> String {
    let cache = SQLiteCache(patience: 600)
    _ = try await cache.open(folder.collection())
    var write = CacheWrite()
    write.changes = [.put(SyncRow(RowKey("a"), version: 1, body: Array(#"{"n":1}"#.utf8)))]
    _ = try await cache.commit(write)
    await cache.close()
    return folder.file
  }

  @Test("commits are on the disk when they return, and no other program can open the file")
  func pragmas() async throws {
    let file = try SQLiteFile(at: try await made(), of: SyncDatabase(folder.collection()), patience: 0)
    let settings = try file.queue.inDatabase { db in
      try ["journal_mode", "synchronous", "locking_mode"].map { try String.fetchOne(db, sql: "PRAGMA \($0)") }
    }
    // 2 is FULL.
    #expect(settings == ["wal", "2", "exclusive"])
    file.close()
    #expect(folder.names == ["articles.sqlite"])
  }

  @Test("a row that another program has changed is not returned")
  func changed() async throws {
    let queue = try DatabaseQueue(path: try await made())
    try await queue.write { try $0.execute(sql: #"UPDATE row SET body = '{"n":2}'"#) }
    try queue.close()
    let cache = SQLiteCache(patience: 600)
    _ = try await cache.open(folder.collection())
    let failure = CacheFailure(
      .corrupt,
      "\(folder.file): is damaged: the row “a” is not as it was written; move it away to start with a new file")
    await #expect(throws: failure) { try await cache.rows(after: .start, limit: 1) }
    await #expect(throws: failure) { try await cache.rows(of: [RowKey("a")]) }
    await #expect(throws: failure) { try await cache.firstRows(1) }
    await cache.close()
  }

  @Test("a pending change that another program has changed in the file is not sent")
  func changedOutbox() async throws {
    let path = try await made()
    let cache = SQLiteCache(patience: 600)
    _ = try await cache.open(folder.collection())
    var write = CacheWrite()
    write.mutations = [Mutation(id: 1, .patch, RowKey("a"), body: Array(#"{"n":5}"#.utf8))]
    _ = try await cache.commit(write)
    await cache.close()
    let queue = try DatabaseQueue(path: path)
    try await queue.write {
      try $0.execute(sql: "UPDATE record SET json = replace(json, '5', '6') WHERE kind = 'outbox'")
      #expect($0.changesCount == 1)
    }
    try queue.close()
    let failure = CacheFailure(
      .corrupt, "\(path): is damaged: its outbox is not as it was written; move it away to start with a new file")
    await #expect(throws: failure) { try await cache.open(folder.collection()) }
    #expect(try await cache.quarantine().outbox.isEmpty)
    await cache.close()
  }

  @Test("a head with a number that would overflow is damage")
  func counted() async throws {
    for change in [\CacheContents.lastMutation, \.lastSent, \.revision] {
      for number in [Int64.max, -1] {
        let path = try await made()
        var contents = CacheContents()
        contents[keyPath: change] = number
        let queue = try DatabaseQueue(path: path)
        let head = SQLiteRecord(.head, json: CacheHead(contents, of: SyncDatabase(folder.collection())).json)
        try await queue.write { try head.write($0) }
        try queue.close()
        let cache = SQLiteCache(patience: 600)
        await #expect(
          throws: CacheFailure.corrupt(path, "a number in its head is out of range")
        ) { try await cache.open(folder.collection()) }
        #expect(try await cache.quarantine().lastMutation == 0)
        await cache.close()
      }
    }
  }

  @Test("a mutation whose id is out of range is damage")
  func idOutOfRange() async throws {
    let path = try await made()
    let mutation = Mutation(id: .max, .delete, RowKey("a"))
    let record = SQLiteRecord(.outbox, id: mutation.id, json: MutationRecord(mutation).json)
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try record.write($0) }
    try queue.close()
    let cache = SQLiteCache(patience: 600)
    let failure = await #expect(throws: CacheFailure.self) { try await cache.open(folder.collection()) }
    #expect(failure?.code == .corrupt)
    #expect(try await cache.quarantine().outbox.isEmpty)
    await cache.close()
  }

  @Test("a database of another kind, and a cache with other tables, are refused")
  func others() async throws {
    let path = try await made()
    let cache = SQLiteCache(patience: 600)
    for (sql, reason) in [
      ("ALTER TABLE row RENAME COLUMN version TO edition", "its tables are not those of such a file"),
      ("DELETE FROM record", "its outbox is not as it was written"),
      ("DROP TABLE record", "no such table: record"),
      ("PRAGMA application_id = 7", "it is no cache of this kind"),
    ] {
      let queue = try DatabaseQueue(path: path)
      try await queue.writeWithoutTransaction { try $0.execute(sql: sql) }
      try queue.close()
      await #expect(
        throws: CacheFailure(.corrupt, "\(path): is damaged: \(reason); move it away to start with a new file")
      ) { try await cache.open(folder.collection()) }
      await cache.close()
    }
  }

  @Test("a file of a newer format is not changed")
  func newer() async throws {
    let path = try await made()
    let queue = try DatabaseQueue(path: path)
    try await queue.write {
      try SQLiteRecord(.head, json: #"{"format":\#(CacheHead.format + 1),"rows":"elsewhere"}"#).write($0)
      try SQLiteRecord(.outbox, id: 7, json: #"{"id":7,"operation":"move"}"#).write($0)
    }
    try queue.close()
    let before = try #require(folder.bytes(of: "articles.sqlite"))
    let cache = SQLiteCache(patience: 600)
    await #expect(
      throws: CacheFailure(
        .newer,
        "\(path): has format \(CacheHead.format + 1), and this app supports up to \(CacheHead.format); use the newer app, or move the file away to start with a new file"
      )
    ) { try await cache.open(folder.collection()) }
    await cache.close()
    #expect(folder.bytes(of: "articles.sqlite") == before)
  }

  @Test("a file that another program has locked is busy")
  func locked() async throws {
    let path = try await made()
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try await other.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE")
    }
    let (hasty, cache) = (SQLiteCache(patience: 0), SQLiteCache(patience: 600))
    await #expect(throws: CacheFailure(.busy, "\(path): is used by another process; close it and try again")) {
      try await hasty.open(folder.collection())
    }
    try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    try other.close()
    _ = try await cache.open(folder.collection())
    await cache.close()
  }

  @Test("a damaged file that another program has locked is not replaced before its outbox can be read")
  func lockedDamage() async throws {
    let path = try await made()
    let cache = SQLiteCache(patience: 600)
    _ = try await cache.open(folder.collection())
    var write = CacheWrite()
    write.mutations = [Mutation(id: 1, .delete, RowKey("a"))]
    _ = try await cache.commit(write)
    await cache.close()
    let vandal = try DatabaseQueue(path: path)
    try await vandal.write { try $0.execute(sql: "ALTER TABLE row RENAME COLUMN version TO edition") }
    try vandal.close()
    let failure = await #expect(throws: CacheFailure.self) { try await cache.open(folder.collection()) }
    #expect(failure?.code == .corrupt)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try await other.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE")
    }
    await #expect(throws: CacheFailure(.busy, "\(path): is used by another process; close it and try again")) {
      try await cache.quarantine()
    }
    try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    try other.close()
    let anew = try await cache.quarantine()
    #expect(try await cache.outbox(of: anew) == write.mutations)
    await cache.close()
  }

  @Test("rows are sorted again when the app sorts by other fields, and the index finds them")
  func sorted() async throws {
    _ = try await made()
    for sort in [["n"], ["-it's \"n\"", "n"], []] {
      let file = try SQLiteFile(at: folder.file, of: SyncDatabase(folder.collection(sort: sort)), patience: 0)
      #expect(try file.firstRows(1, in: "").map(\.key) == [RowKey("a")])
      let query = "\(SQLiteFile.select) WHERE body IS NOT NULL ORDER BY \(SQLiteSchema.order(sort))"
      let plan = try file.queue.inDatabase { db in
        try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(query)").map { $0["detail"] as String? }
      }
      #expect(plan == ["SCAN row USING INDEX \(sort.isEmpty ? "sqlite_autoindex_row_1" : "row_sort")"])
      file.close()
    }
  }
}
