import CacheTesting
import FolderTesting
import Testing
import UDF

@testable import UDFSync

/// Caches of collections that share an address from now on.
@Suite("Caches that are joined") struct SharedCacheTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func makeFormer(_ names: Set<String> = ["articles", "tags"], in folder: TemporaryFolder) async throws {
    for (name, writes) in SharedCaches.former where names.contains(name) {
      let cache = SQLiteCache(patience: 600)
      _ = try await cache.open(SyncCollection(name, folder: folder.path))
      for write in writes { _ = try await cache.commit(write) }
      await cache.close()
    }
  }

  private func open(_ folder: TemporaryFolder) async throws -> (cache: SQLiteCache, contents: CacheContents) {
    let cache = SQLiteCache(patience: 600)
    return (cache, try await cache.open(SharedCaches.database(in: folder.path)))
  }

  /// Everything that the former caches had is there, once.
  private func check(
    _ cache: SQLiteCache, _ contents: CacheContents, _ place: Comment, _ names: [String] = ["articles", "tags"]
  ) async throws {
    let mutations = try await cache.outbox(of: contents)
    let letters = try await cache.deadLetters(contents.deadLetters.keys.sorted())
    for name in names {
      let own = mutations.filter { $0.client == name }
      #expect(own.map(\.number) == [1, 2, 3], place)
      #expect(own.map(\.parts.head.key) == (1...3).map { RowKey("row \($0)", in: name) }, place)
      #expect(own.allSatisfy { $0.parts.head.body != nil && !$0.isAcknowledged }, place)
      // The third was never sent.
      #expect(own.map { contents.unmade.contains($0.id) } == [false, false, true], place)
      let dead = letters.filter { $0.mutation.client == name }
      #expect(dead.map(\.mutation.number) == [4], place)
      #expect(dead.map(\.code) == ["bad"] && dead.map(\.since) == [1], place)
      let rows = try await cache.rows(after: .start, limit: 1000, in: name)
      #expect(rows.count { $0.body != nil } == 40, place)
      #expect(rows.allSatisfy { $0.key.collection == name && $0.version == 0 }, place)
    }
    #expect(mutations.count == 3 * names.count && letters.count == names.count, place)
    #expect(Set((mutations + letters.map(\.mutation)).map(\.id)).count == 4 * names.count, place)
    #expect(contents.lastSent == contents.lastMutation && contents.token == nil, place)
  }

  @Test("rows, changes and dead letters of both are in one file, and the old files are renamed")
  func both() async throws {
    try await makeFormer(in: folder)
    let (cache, contents) = try await open(folder)
    try await check(cache, contents, "")
    #expect(
      folder.names.filter { !$0.hasSuffix("-wal") } == [
        "@news.test_sync.sqlite", "articles.sqlite.imported", "tags.sqlite.imported",
      ])
    #expect(
      contents.notice == """
        \(folder.path)/articles.sqlite: was imported into \(folder.sharedFile) and renamed to articles.sqlite.imported. \
        Changes that were kept: 3 pending, 1 refused
        \(folder.path)/tags.sqlite: was imported into \(folder.sharedFile) and renamed to tags.sqlite.imported. \
        Changes that were kept: 3 pending, 1 refused
        """)
    await cache.close()
    let (again, kept) = try await open(folder)
    try await check(again, kept, "the second time")
    #expect(kept.notice == nil)
    await again.close()
  }

  @Test("an added collection brings its file, and all rows are pulled again")
  func later() async throws {
    try await makeFormer(["articles"], in: folder)
    let first = SyncDatabase(SharedCaches.database(in: folder.path).collections.head)
    let cache = SQLiteCache(patience: 600)
    _ = try await cache.open(first)
    var write = CacheWrite()
    (write.token, write.epoch) = ("T7", "E7")
    _ = try await cache.commit(write)
    await cache.close()
    try await makeFormer(["tags"], in: folder)
    let (both, contents) = try await open(folder)
    try await check(both, contents, "")
    #expect(contents.epoch == "E7")
    await both.close()
  }

  @Test("damaged parts of an old file are left out, and the rest is kept")
  func damaged() async throws {
    try await makeFormer(["articles"], in: folder)
    let bytes = try #require(folder.bytes(of: "articles.sqlite"))
    try folder.save(bytes: bytes.dropLast(4096), to: "articles.sqlite")
    let (cache, contents) = try await open(folder)
    #expect(contents.outbox.map(\.number) == [1, 2, 3])
    #expect(contents.deadLetters.values.map(\.number) == [4])
    #expect(try await cache.rows(after: .start, limit: 10, in: "tags").isEmpty)
    #expect(folder.names.contains("articles.sqlite.damaged"))
    #expect(contents.notice?.contains("except for a damaged part") == true)
    await cache.close()
  }

  @Test("an old file of a newer app is not changed, nor are the others")
  func newer() async throws {
    let cache = SQLiteCache(patience: 600)
    _ = try await cache.open(SyncCollection("tags", schema: 9, folder: folder.path))
    await cache.close()
    let before = folder.bytes(of: "tags.sqlite")
    let failure = await #expect(throws: CacheFailure.self) { _ = try await open(folder) }
    #expect(failure?.code == .newer)
    #expect(
      failure?.message
        == "\(folder.path)/tags.sqlite: has rows of schema 9, and this app supports up to 1; use the newer app, or move the "
        + "file away to start with a new file")
    #expect(folder.bytes(of: "tags.sqlite") == before)
  }

  @Test("an old file that another process uses is busy")
  func busy() async throws {
    let holder = SQLiteCache(patience: 600)
    _ = try await holder.open(SyncCollection("tags", folder: folder.path))
    let hasty = SQLiteCache(patience: 0)
    let failure = await #expect(throws: CacheFailure.self) {
      _ = try await hasty.open(SharedCaches.database(in: folder.path))
    }
    #expect(failure?.code == .busy)
    await holder.close()
    let (cache, _) = try await open(folder)
    await cache.close()
  }

  @Test(
    "addresses have separate files",
    arguments: [
      ("https://news.example/sync", "@news.example_sync"), ("http://localhost:8790", "@localhost%3a8790"),
      ("https://news.example/a_b/", "@news.example_a%5fb"), ("https://news.example/a/b", "@news.example_a_b"),
    ])
  func names(_ address: String, _ name: String) {
    #expect(SyncDatabase(SyncCollection("a", collection: "a", folder: "/nowhere", remote: address)).fileName == name)
  }

  @Test(
    "killed at each write, the one file has everything of both, or the old files still have it",
    .enabled(if: CacheWriter.program != nil, CacheWriter.isMissing))
  func killed() async throws {
    var (count, isKilled) = (0, true)
    while isKilled {
      count += 1
      let folder = try TemporaryFolder()
      try await makeFormer(in: folder)
      let writer = try await CacheWriter(folder, "share", count).finish()
      isKilled = writer.isKilled
      #expect(writer.lines == (isKilled ? [] : ["opened"]), "killed at change \(count)")
      // Before a cache is opened again, each edit is in a file that an engine reads.
      let (cache, contents) = try await open(folder)
      try await check(cache, contents, "killed at change \(count)")
      await cache.close()
      #expect(!folder.names.contains("articles.sqlite") && !folder.names.contains("tags.sqlite"))
    }
    #expect(count > 30)
  }
}
