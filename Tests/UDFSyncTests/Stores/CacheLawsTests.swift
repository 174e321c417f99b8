import FolderTesting
import SeededTesting
import Testing
import UDF

@testable import UDFSync

/// The guarantees in the doc comments of ``CacheStore`` and ``CacheWrite``, for every cache. ``CacheTable`` is the model.
@Suite("Laws of caches") struct CacheLawsTests {
  @Test(
    "any commits, reads and openings have the results of the model", arguments: CacheKind.allCases,
    [[""], ["tag", "tag-2", "tags"]])
  func model(_ kind: CacheKind, _ names: [String]) async throws {
    for round in 0..<10 as Range<UInt64> {
      var random = SeededGenerator(seed: Seed.current &+ round)
      let folder = try TemporaryFolder()
      let sort = [[], ["n"], ["-date", "n"]].randomElement(using: &random)!
      let database = folder.database(names, sort: sort)
      var cache = kind.make()
      var model = CacheTable(KeptChanges(try await cache.open(database)))
      var declaring = CacheWrite()
      var filter = CacheFilter()
      (filter.shown, filter.declared) = (database.filter, database.filter)
      declaring.filter = filter
      #expect(try await cache.commit(declaring) == model.commit(declaring))
      for step in 0..<60 {
        let place: Comment = "round \(round), step \(step), sort \(sort); \(Seed.replay)"
        if Int.random(in: 0..<12, using: &random) == 0 {
          await cache.close()
          if kind != .memory { cache = kind.make() }
          let contents = try await cache.open(database)
          var expected = model.open()
          // The count of commits that wrote nothing need not last.
          #expect(contents.revision <= expected.revision, place)
          expected.revision = contents.revision
          try #require(contents == expected, place)
          let kept = KeptChanges(
            contents, mutations: model.mutations(contents.outbox.map(\.id)),
            deadLetters: model.deadLetters(contents.deadLetters.keys.sorted()))
          model = CacheTable(kept, rows: model.allRows)
        }
        let write = CacheWrite.random(after: model.contents, &random)
        let revision = try await cache.commit(write)
        // A fault that occurs once also affects all later steps.
        try #require(revision == model.commit(write), place)

        let position = RowPosition(
          revision: .random(in: 0...revision, using: &random), key: .random(names, using: &random))
        let limit = Int.random(in: 1...20, using: &random)
        let after = try await cache.rows(after: position, limit: limit)
        try #require(after == model.rows(after: position, limit: limit), place)
        let all = try await cache.rows(after: .start, limit: 100)
        try #require(all == model.rows(after: .start, limit: 100), place)
        for name in names {
          let some = try await cache.rows(after: position, limit: limit, in: name)
          try #require(some == model.rows(after: position, limit: limit, in: name), place)
          let page = try await cache.firstRows(limit, in: name)
          try #require(page == model.firstRows(limit, in: name, by: sort), place)
        }
        let keys = (0..<3).map { _ in RowKey.random(names, using: &random) }
        let some = try await cache.rows(of: keys)
        try #require(some == model.rows(of: keys), place)
        let (outbox, letters) = (model.contents.outbox.map(\.id), model.contents.deadLetters.keys.sorted())
        // Ids that are not there are left out.
        let mutations = try await cache.mutations(outbox.reversed() + letters)
        try #require(mutations == model.mutations(outbox.reversed()), place)
        let refused = try await cache.deadLetters(letters + outbox)
        try #require(refused == model.deadLetters(letters), place)
      }
      await cache.close()
    }
  }

  @Test("staged rows are discarded when the cache is opened", arguments: CacheKind.allCases)
  func staged(_ kind: CacheKind) async throws {
    let folder = try TemporaryFolder()
    let cache = kind.make()
    _ = try await cache.open(folder.collection())
    var write = CacheWrite()
    write.rows = .stage
    write.changes = [.put(SyncRow(RowKey("a"), version: 1, body: Array("{}".utf8)))]
    _ = try await cache.commit(write)
    await cache.close()
    _ = try await cache.open(folder.collection())
    write.rows = .swap
    write.changes = []
    _ = try await cache.commit(write)
    #expect(try await cache.rows(after: .start, limit: 10).isEmpty)
    await cache.close()
  }

  @Test("a commit that changes nothing does not touch the file")
  func nothing() async throws {
    let folder = try TemporaryFolder()
    let cache = SQLiteCache(patience: 600)
    _ = try await cache.open(folder.collection())
    var write = CacheWrite()
    write.changes = [.put(SyncRow(RowKey("a"), version: 7, body: Array("{}".utf8)))]
    write.token = "T1"
    _ = try await cache.commit(write)
    let before = folder.names.map { folder.bytes(of: $0) }
    _ = try await cache.commit(write)
    _ = try await cache.commit(CacheWrite())
    var staging = CacheWrite()
    staging.rows = .stage
    staging.changes = write.changes
    _ = try await cache.commit(staging)
    #expect(folder.names.map { folder.bytes(of: $0) } == before)
    await cache.close()
  }

  @Test("a time that is not finite stays invalid")
  func infinite() async throws {
    let folder = try TemporaryFolder()
    let cache = SQLiteCache(patience: 600)
    _ = try await cache.open(folder.collection())
    var write = CacheWrite()
    write.syncedAt = -.infinity
    write.token = "T1"
    _ = try await cache.commit(write)
    let contents = try await cache.open(folder.collection())
    #expect(contents.token == "T1")
    #expect(contents.syncedAt == nil)
    await cache.close()
  }
}
