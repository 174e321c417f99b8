import CacheTesting
import FolderTesting
import GRDB
import Testing
import UDF

@testable import UDFSync

@Suite("Formats of cache files") struct FormatTests {
  private let folder: TemporaryFolder
  private let outbox: [Mutation]
  private let letter = DeadLetter(
    Mutation(id: 1, client: "ann", .delete, RowKey("a1")), code: "gone", message: "it is gone")

  init() throws {
    folder = try TemporaryFolder()
    var acknowledged = Mutation(id: 2, client: "ann", .put, RowKey("a2"), body: json("a2", "two"))
    acknowledged.isAcknowledged = true
    outbox = [acknowledged, Mutation(id: 3, client: "ann", .put, RowKey("a3"), body: json("a3", "three"))]
  }

  /// The file of a closed cache, with these changes of its records.
  private func make(in folder: TemporaryFolder, _ change: @escaping @Sendable (Database, CacheContents) throws -> Void)
    async throws
  {
    let cache = SQLiteCache(patience: 600)
    _ = try await cache.open(folder.collection())
    var write = CacheWrite()
    write.changes = [.put(SyncRow(RowKey("a1"), version: 1, body: json("a1", "one")))]
    write.mutations = [letter.mutation] + outbox
    write.lastSent = 2
    write.token = "T1"
    write.seeds = true
    _ = try await cache.commit(write)
    var refusal = CacheWrite()
    refusal.refused = [Refusal(letter.mutation.id, code: letter.code, message: letter.message, since: nil)]
    _ = try await cache.commit(refusal)
    let contents = try await cache.open(folder.collection())
    await cache.close()
    let queue = try DatabaseQueue(path: folder.file)
    try await queue.write { try change($0, contents) }
    try queue.close()
  }

  private func makeFirst(in folder: TemporaryFolder, _ change: @escaping @Sendable (Database) throws -> Void = { _ in })
    async throws
  {
    let (collection, outbox, letter) = (folder.collection(), outbox, letter)
    try await make(in: folder) { db, contents in
      try SQLiteRecord(.head, json: FirstFormat.head(contents, of: collection, client: "ann")).write(db)
      for mutation in outbox {
        try SQLiteRecord(.outbox, id: mutation.id, json: FirstFormat.record(mutation)).write(db)
      }
      try SQLiteRecord(.dead, id: letter.mutation.id, json: FirstFormat.record(letter)).write(db)
      try change(db)
    }
  }

  private func open(_ folder: TemporaryFolder, schema: Int = 1) async throws -> KeptChanges {
    let cache = SQLiteCache(patience: 600)
    return try await kept(cache, cache.open(folder.collection(schema: schema)))
  }

  /// The content of a cache besides its rows, with all bodies. Closes the cache.
  private func kept(_ cache: SQLiteCache, _ contents: CacheContents) async throws -> KeptChanges {
    let mutations = try await cache.outbox(of: contents)
    let kept = KeptChanges(contents, mutations: mutations, deadLetters: try await cache.letters(of: contents))
    await cache.close()
    // In memory are the same ones.
    #expect(kept.contents == contents)
    return kept
  }

  /// Puts the damaged file aside.
  private func quarantined(_ folder: TemporaryFolder) async throws -> KeptChanges {
    let cache = SQLiteCache(patience: 600)
    let failure = await #expect(throws: CacheFailure.self) { try await cache.open(folder.collection()) }
    #expect(failure?.code == .corrupt)
    return try await kept(cache, cache.quarantine())
  }

  private func head(_ folder: TemporaryFolder) throws -> CacheHead {
    let queue = try DatabaseQueue(path: folder.file)
    defer { try? queue.close() }
    var records = SQLiteRecords(keepsBodies: false)
    try queue.inDatabase { try records.read($0) }
    return try CacheHead(Array(#require(records.head).utf8), in: folder.file)
  }

  @Test("a file of format 2 is converted to the present format, with all rows and mutations")
  func second() async throws {
    let collection = folder.collection()
    try await make(in: folder) { db, contents in
      var head = CacheHead(contents, of: SyncDatabase(collection))
      head.format = 2
      try SQLiteRecord(.head, json: head.json).write(db)
    }
    let kept = try await open(folder)
    #expect(kept.mutations == outbox && kept.deadLetters == [letter])
    #expect(kept.contents.token == "T1" && kept.contents.hasRows && kept.contents.filter == CacheFilter())
    #expect(try head(folder).format == CacheHead.formatOfOne)
  }

  @Test("a file of format 1 keeps rows, token and pending mutations, each with the name that all had")
  func migrated() async throws {
    try await makeFirst(in: folder)
    #expect(try head(folder).format == 1)
    for _ in 0..<2 {
      let kept = try await open(folder)
      let contents = kept.contents
      #expect(kept.mutations == outbox)
      #expect(kept.deadLetters == [letter])
      #expect(contents.token == "T1" && contents.hasRows && contents.lastMutation == 3 && contents.lastSent == 2)
      let head = try head(folder)
      #expect(head.format == CacheHead.formatOfOne && head.client == nil)
    }
  }

  @Test("two copies of a file of format 1 send its mutations as the same ones, and their own with separate names")
  func copied() async throws {
    try await makeFirst(in: folder)
    let other = try TemporaryFolder()
    try other.save(bytes: #require(folder.bytes(of: "articles.sqlite")), to: "articles.sqlite")
    let remote = TestRemote()
    for (folder, key) in [(folder, "b"), (other, "c")] {
      let bench = Bench(cache: TestCache(SQLiteCache(patience: 600)), remote: remote, folder: folder.path)
      try await bench.put(key, "new")
      await bench.engine.pull(force: true)
      await bench.status { $0.phase == .idle }
      await bench.engine.stop()
    }
    let sent = Dictionary(grouping: remote.pushes.flatMap(\.mutations), by: \.key.description)
    #expect(Set(sent["a3", default: []].map(ModelServer.Identity.init)) == [ModelServer.Identity(outbox[1])])
    let names = Set(["b", "c"].flatMap { sent[$0, default: []].map(\.client) })
    #expect(names.count == 2 && !names.contains("ann"))
    // Nobody knows whether this server is the one that acknowledged a2.
    #expect(Set(sent["a2", default: []].map(ModelServer.Identity.init)) == [ModelServer.Identity(outbox[0])])
    #expect(remote.server.rows.keys.sorted() == ["a2", "a3", "b", "c"].map { RowKey($0) })
  }

  @Test(
    "killed during its migration, a file of format 1 has all its mutations with their name",
    .enabled(if: CacheWriter.program != nil, CacheWriter.isMissing))
  func killed() async throws {
    var (count, isKilled, former) = (0, true, 0)
    while isKilled {
      count += 1
      let folder = try TemporaryFolder()
      try await makeFirst(in: folder)
      isKilled = try await CacheWriter(folder, "upgrade", count).finish().isKilled
      // The next opening finishes what the log has.
      let kept = try await open(folder, schema: 2)
      former += kept.contents.formerSchemas.count
      #expect(kept.mutations == outbox && kept.deadLetters == [letter], "killed at change \(count)")
      #expect(try head(folder).format == CacheHead.formatOfOne, "killed at change \(count)")
    }
    #expect(former > 1)
  }

  @Test("a damaged file of format 1 gives its mutations the name in its head")
  func damagedFirst() async throws {
    try await makeFirst(in: folder) { try $0.execute(sql: "UPDATE record SET json = '' WHERE id = 3") }
    #expect(try await quarantined(folder).mutations == [outbox[0]])
  }

  @Test("without its head, mutations of format 1 get a new name, except those that the server has made")
  func headlessFirst() async throws {
    try await makeFirst(in: folder) { try $0.execute(sql: "DELETE FROM record WHERE kind = 'head'") }
    let kept = try await quarantined(folder)
    let name = try #require(kept.mutations.first?.client)
    #expect(name.count == 32)
    #expect(kept.mutations == [Mutation(id: 3, client: name, .put, RowKey("a3"), body: json("a3", "three"))])
    #expect(kept.contents.lastMutation == 3)
  }

  @Test("without its head, mutations of format 2 keep names and numbers, and all are sent again")
  func headless() async throws {
    try await make(in: folder) { db, _ in try db.execute(sql: "DELETE FROM record WHERE kind = 'head'") }
    let kept = try await quarantined(folder)
    #expect(kept.mutations == outbox.map(\.unsent))
    #expect(kept.deadLetters == [letter])
    #expect(kept.contents.lastSent == 3, "all may have been sent")
  }

  @Test("a mutation without a name is damage in format 2")
  func nameless() async throws {
    let mutation = outbox[1]
    try await make(in: folder) { db, _ in
      try SQLiteRecord(.outbox, id: mutation.id, json: FirstFormat.record(mutation)).write(db)
    }
    #expect(try await quarantined(folder).mutations.count == 2)
  }
}
