import FolderTesting
import Testing
import UDF

@testable import UDFSync

/// Mutations of rows of two collections of one address.
@Suite("Changes of two collections as one") struct SharedTransactionTests {
  private typealias Part = Mutation.Part

  private let parts = OneOrMore(
    Part(.put, RowKey("a1", in: "articles"), body: json("a1", "mine")),
    [Part(.patch, RowKey("t1", in: "tags"), body: Array(#"{"title":"mine"}"#.utf8))])
  private let before = ["tags/t1": "old"]
  private let after = ["articles/a1": "mine", "tags/t1": "mine"]

  private func bench(
    _ conflict: ConflictPolicy = .replay, _ cache: TestCache = TestCache(), folder: String = "/nowhere"
  ) async throws -> Bench {
    let bench = Bench(cache: cache, conflict: conflict, folder: folder, named: ["articles", "tags"])
    bench.remote.edit { $0.put(RowKey("t1", in: "tags"), json("t1", "old")) }
    #expect(await bench.engine.pull() == .changed)
    return bench
  }

  private func titles(_ server: ModelServer) -> [String: String] {
    Dictionary(server.rows.map { ($0.key.description, title(SyncRow($0.key, body: $0.value))) }) { $1 }
  }

  private func idle(_ bench: Bench) async { await bench.status { $0.phase == .idle && $0.pending == 0 } }

  @Test("are visible at once, wait as one in both collections, and are one mutation for the server")
  func made() async throws {
    let bench = try await bench()
    bench.remote.plan(.hold)
    try await bench.engine.mutate(parts)
    #expect(try await bench.shown() == after)
    let status = await bench.engine.status
    #expect(status.pending == 1)
    #expect(status.collections.mapValues(\.pending) == ["articles": 1, "tags": 1])
    bench.remote.release()
    await idle(bench)
    #expect(bench.remote.pushes.map { $0.mutations.map(\.parts) } == [[parts]])
    #expect(titles(bench.remote.server) == after)
    #expect(try await bench.shown() == after)
  }

  @Test("wait in one file through a relaunch, and are sent once")
  func relaunched() async throws {
    let folder = try TemporaryFolder()
    var bench = try await bench(.replay, TestCache(SQLiteCache(patience: 600)), folder: folder.path)
    bench.remote.plan(.lose(.unreachable))
    try await bench.engine.mutate(parts)
    await bench.status { $0.phase == .waiting }
    #expect(folder.names.contains("@news.test_sync.sqlite"))
    bench = await bench.relaunched()
    #expect(try await bench.shown() == after)
    await bench.engine.pull()
    await idle(bench)
    #expect(titles(bench.remote.server) == after)
    #expect(bench.remote.server.madeBodies.count == 2)
    await bench.engine.stop()
  }

  @Test("are reverted as one if the server refuses one of them, and are a dead letter of both collections")
  func refused() async throws {
    let bench = try await bench()
    let bad = OneOrMore(parts.head, [Part(.put, RowKey("t2", in: "tags"), body: json("t2", "bad"))])
    let id = try await bench.engine.mutate(bad)
    await bench.status { $0.dead == 1 }
    #expect(try await bench.shown() == before)
    #expect(titles(bench.remote.server) == before)
    for name in ["articles", "tags"] {
      #expect(try await bench.engine.deadLetters(of: name).map(\.mutation.id) == [id])
      #expect(await bench.engine.status.of(name).dead == 1)
    }
    try await bench.engine.amend(id, parts)
    await idle(bench)
    #expect(titles(bench.remote.server) == after)
    #expect(try await bench.engine.deadLetters(of: "tags").isEmpty)
  }

  @Test("are a dead letter as one if the policy of one collection drops its part")
  func conflicted() async throws {
    let drops = ConflictPolicy { mutation, _ in mutation.parts.head.key.collection == "tags" ? .drop : .keep }
    let bench = try await bench(drops)
    bench.remote.plan(.fail(.unreachable))
    try await bench.engine.mutate(parts)
    await bench.status { $0.phase == .waiting }
    bench.remote.edit { $0.put(RowKey("t1", in: "tags"), json("t1", "theirs")) }
    await bench.engine.pull(force: true)
    #expect(await bench.engine.status.dead == 1)
    #expect(try await bench.shown() == ["tags/t1": "theirs"])
    #expect(bench.remote.server.madeBodies.isEmpty)
  }

  @Test("distinguish rows of the two collections with the same key")
  func sameKey() async throws {
    let bench = try await bench()
    try await bench.engine.mutate(.put, RowKey("t1", in: "articles"), body: json("t1", "article"))
    await idle(bench)
    #expect(try await bench.shown() == ["articles/t1": "article", "tags/t1": "old"])
    try await bench.engine.mutate(.delete, RowKey("t1", in: "articles"))
    await idle(bench)
    #expect(try await bench.shown() == before)
  }

  @Test("are not affected by parameters of the other collection")
  func filters() async throws {
    let bench = try await bench()
    bench.remote.edit { server in
      server.filters = true
      for key in ["a1", "a2"] { server.put(RowKey(key, in: "articles"), json(key, key)) }
    }
    await bench.engine.pull(force: true)
    try await bench.engine.setFilter(["title": "a1"], of: "articles")
    await bench.engine.pull(force: true)
    #expect(try await bench.shown() == ["articles/a1": "a1", "tags/t1": "old"])
    #expect(await bench.engine.status.of("tags").filter == .all)
  }

  @Test("are refused for an unknown collection")
  func unknown() async throws {
    let bench = try await bench()
    let failure = await #expect(throws: SyncFailure.self) {
      try await bench.engine.mutate(.delete, RowKey("x", in: "people"))
    }
    #expect(
      failure?.message == "https://news.test/sync: there is no collection \"people\"; it has articles, tags")
  }

  @Test("are not sent to a server that does not name the collections, and its rows are ignored", arguments: [1, 2])
  func nameless(_ version: Int) async throws {
    let bench = Bench(named: ["articles", "tags"])
    bench.remote.plan(
      .reply(
        .page(
          PullPage(
            from: .some(nil), next: "T1", changes: [.put("a1", "theirs", version: 1)],
            mutation: version == 1 ? 0 : nil, mutations: version == 1 ? nil : [:]))))
    try await bench.engine.mutate(.put, RowKey("a1", in: "articles"), body: json("a1", "mine"))
    let problem =
      "https://news.test/sync: the server's pages do not name the collections \"articles\", \"tags\"; give each collection an "
      + "address of its own, and declare it without its name"
    await bench.status { $0.phase == .halted }
    #expect(await bench.engine.status.problem == problem)
    #expect(bench.remote.pushes.isEmpty)
    #expect(try await bench.shown() == ["articles/a1": "mine"])
  }

  @Test("are possible with an added collection, which brings its seed, and all rows are pulled again")
  func added() async throws {
    let folder = try TemporaryFolder()
    let cache = TestCache(SQLiteCache(patience: 600))
    let alone = Bench(cache: cache, folder: folder.path, named: ["articles"])
    alone.remote.edit { server in
      server.put(RowKey("a1", in: "articles"), json("a1", "one"))
      server.put(RowKey("t1", in: "tags"), json("t1", "two"))
    }
    await alone.engine.pull()
    #expect(try await alone.shown() == ["articles/a1": "one"])
    await alone.engine.stop()
    let both = Bench(cache: cache, remote: alone.remote, folder: folder.path, named: ["articles", "tags"])
    #expect(try await both.shown() == ["articles/a1": "one"])
    #expect(await both.engine.pull() == .changed)
    #expect(both.remote.pulls.last?.token == nil)
    #expect(try await both.shown() == ["articles/a1": "one", "tags/t1": "two"])
    await both.engine.stop()
  }
}
