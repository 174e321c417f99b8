import FolderTesting
import Testing
import UDF

@testable import UDFSync

/// Mutations of several rows.
@Suite("Several changes as one") struct TransactionTests {
  private typealias Part = Mutation.Part

  private let parts = OneOrMore(
    Part(.put, RowKey("a"), body: json("a", "mine")),
    [Part(.patch, RowKey("b"), body: Array(#"{"title":"mine"}"#.utf8)), Part(.delete, RowKey("c"))])

  private func bench(
    _ conflict: ConflictPolicy = .replay, _ cache: TestCache = TestCache(), takesAll: Bool = true
  ) async throws -> Bench {
    let bench = Bench(cache: cache, conflict: conflict)
    bench.remote.edit { server in
      server.takesAll = takesAll
      for key in ["b", "c"] { server.put(key, "old") }
    }
    await bench.engine.pull()
    return bench
  }

  private func titles(_ server: ModelServer) -> [String: String] {
    Dictionary(server.rows.map { ($0.key.description, title(SyncRow($0.key, body: $0.value))) }) { $1 }
  }

  private func idle(_ bench: Bench) async { await bench.status { $0.phase == .idle && $0.pending == 0 } }

  private let before = ["b": "old", "c": "old"]
  private let after = ["a": "mine", "b": "mine"]

  // MARK: made

  @Test("are visible at once, wait as one, and are one mutation for the server")
  func made() async throws {
    let bench = try await bench()
    bench.remote.plan(.hold)
    let id = try await bench.engine.mutate(parts)
    #expect(try await bench.shown() == after)
    #expect(await bench.engine.pending().map(\.id) == [id])
    #expect(await bench.engine.status.pending == 1)
    bench.remote.release()
    await idle(bench)
    #expect(bench.remote.pushes.map { $0.mutations.map(\.parts) } == [[parts]])
    #expect(titles(bench.remote.server) == after)
    #expect(try await bench.shown() == after)
  }

  @Test("are sent once if the response is lost, also after the next start")
  func lostAnswer() async throws {
    let folder = try TemporaryFolder()
    let cache = TestCache(SQLiteCache(patience: 600))
    let bench = Bench(cache: cache, folder: folder.path)
    bench.remote.edit { $0.put("b", "old") }
    await bench.engine.pull()
    bench.remote.plan(.lose(.unreachable))
    try await bench.engine.mutate(
      OneOrMore(
        Part(.put, RowKey("a"), body: json("a", "mine")),
        [Part(.patch, RowKey("b"), body: Array(#"{"n":1}"#.utf8))]))
    await bench.status { $0.phase == .waiting }
    let version = bench.remote.server.version
    let next = await bench.relaunched()
    #expect(try await next.shown() == ["a": "mine", "b": "old"])
    await next.engine.pull()
    await idle(next)
    #expect(bench.remote.server.version == version)
    #expect(Set(bench.remote.pushes.flatMap(\.mutations).map(ModelServer.Identity.init)).count == 1)
    await next.engine.stop()
  }

  @Test("are in one delivery, however few rows are requested")
  func delivered() async throws {
    let bench = try await bench()
    let first = try #require(try await bench.engine.next(after: nil, limit: 100))
    bench.remote.plan(.hold)
    try await bench.engine.mutate(parts)
    let second = try #require(try await bench.engine.next(after: first.place, limit: 1))
    #expect(second.rows.map(\.key.description).sorted() == ["a", "b"])
    #expect(second.removed.map(\.description) == ["c"])
    bench.remote.release()
  }

  @Test("are reverted in one delivery when they are refused")
  func refusalDelivered() async throws {
    let bench = try await bench()
    let first = try #require(try await bench.engine.next(after: nil, limit: 100))
    bench.remote.plan(.fail(.unreachable), .serve, .fail(.unreachable))
    try await bench.put("d", "later")
    await bench.status { $0.phase == .waiting }
    var refused = parts
    refused.head = Part(.put, RowKey("a"), body: json("a", "bad"))
    try await bench.engine.mutate(refused)
    bench.clock.advance(40)
    await bench.status { $0.phase == .waiting && $0.dead == 1 }
    // The four rows that have changed are one more than asked for.
    let second = try #require(try await bench.engine.next(after: first.place, limit: 3))
    #expect(second.rows.map(\.key.description) == ["d"] && second.removed.isEmpty && second.hasMore)
    let third = try #require(try await bench.engine.next(after: second.place, limit: 3))
    #expect(third.rows.map(\.key.description) == ["b", "c"] && third.removed.map(\.description) == ["a"])
  }

  @Test("receive the row of each part in the response, and the rows' new keys")
  func returned() async throws {
    let bench = Bench(remote: TestRemote(needsBases: true), references: ["parent": ""])
    bench.remote.edit { server in
      server.returnsRows = true
      server.givesKeys = true
    }
    try await bench.engine.mutate(
      OneOrMore(
        Part(.put, RowKey("new a"), body: json("new a", "A")), [Part(.put, RowKey("b"), body: json("b", "B"))]))
    await idle(bench)
    #expect(try await bench.shown() == ["1": "A", "b": "B"])
    try await bench.engine.mutate(
      OneOrMore(Part(.patch, RowKey("new a"), body: Array(#"{"title":"C"}"#.utf8)), [Part(.delete, RowKey("b"))]))
    await idle(bench)
    #expect(try await bench.shown() == ["1": "C"])
    #expect(bench.remote.pushes.last?.mutations.map { $0.parts.map(\.key.description) } == [["1", "b"]])
  }

  @Test("may change one row twice, in their order")
  func twice() async throws {
    let bench = try await bench()
    try await bench.engine.mutate(
      OneOrMore(Part(.delete, RowKey("b")), [Part(.put, RowKey("b"), body: json("b", "again"))]))
    #expect(try await bench.shown()["b"] == "again")
    await idle(bench)
    #expect(titles(bench.remote.server)["b"] == "again")
  }

  // MARK: servers that cannot

  @Test("are refused at once if the server does not support them")
  func knownAbsent() async throws {
    let bench = try await bench(takesAll: false)
    let failure = SyncFailure(
      "articles: the server of articles cannot apply several changes as one mutation; send each change alone")
    await #expect(throws: failure) { try await bench.engine.mutate(parts) }
    #expect(await bench.engine.pending().isEmpty)
    #expect(try await bench.shown() == before)
    // One change as a list is one change.
    try await bench.engine.mutate(OneOrMore(Part(.delete, RowKey("c"))))
    await idle(bench)
    #expect(titles(bench.remote.server) == ["b": "old"])
  }

  @Test("are sent only after a page has announced support for them", arguments: [true, false])
  func unknown(hasCache: Bool) async throws {
    let bench = try await bench()
    let next = hasCache ? await bench.relaunched() : Bench(remote: bench.remote)
    let count = (bench.remote.pulls.count, bench.remote.pushes.count)
    next.remote.plan(.hold)
    try await next.engine.mutate(parts)
    await next.remote.arrived(count.0 + count.1 + 1)
    #expect(bench.remote.pulls.count == count.0 + 1 && bench.remote.pushes.count == count.1)
    // An answer "not modified" would not tell.
    #expect(bench.remote.pulls.last?.etag == nil)
    next.remote.release()
    await idle(next)
    #expect(titles(bench.remote.server) == after)
  }

  @Test("become one dead letter with all parts if the server later announces no support")
  func absentLater() async throws {
    let bench = Bench()
    bench.remote.edit { server in
      server.protocolVersion = 1
      server.put("b", "old")
    }
    bench.remote.plan(.fail(.unreachable))
    try await bench.engine.mutate(parts)
    try await bench.put("d", "single")
    await bench.status { $0.phase == .waiting }
    bench.clock.advance(40)
    await idle(bench)
    #expect(titles(bench.remote.server) == ["b": "old", "d": "single"])
    #expect(bench.remote.pushes.allSatisfy { $0.mutations.allSatisfy { $0.parts.count == 1 } })
    let letters = try await bench.engine.deadLetters()
    #expect(letters.map(\.mutation.parts) == [parts])
    #expect(letters.map(\.code) == ["all"])
    #expect(try await bench.shown() == ["b": "old", "d": "single"])
    await #expect(throws: SyncFailure.self) { try await bench.engine.retry(1) }
  }

  @Test("are at most 256")
  func limit() async throws {
    let bench = try await bench()
    let many = (0..<256).map { Part(.delete, RowKey("\($0)")) }
    try await bench.engine.mutate(OneOrMore(Part(.delete, RowKey("b")), Array(many.dropLast())))
    let failure = SyncFailure("articles: a mutation has 257 changes; at most 256 are allowed")
    await #expect(throws: failure) { try await bench.engine.mutate(OneOrMore(Part(.delete, RowKey("b")), many)) }
    await #expect(throws: SyncFailure(#"articles: put of "a" has no body; give it one JSON object"#)) {
      try await bench.engine.mutate(OneOrMore(Part(.delete, RowKey("b")), [Part(.put, RowKey("a"))]))
    }
  }

  // MARK: refused

  @Test("are refused as one, and are one dead letter that is retried as a whole or with other changes")
  func refused() async throws {
    let bench = try await bench()
    var refused = parts
    refused.head = Part(.put, RowKey("a"), body: json("a", "bad"))
    try await bench.engine.mutate(refused)
    await bench.status { $0.dead == 1 }
    await idle(bench)
    #expect(try await bench.shown() == before)
    #expect(titles(bench.remote.server) == before)
    #expect(try await bench.engine.deadLetters().map(\.mutation.parts) == [refused])
    let body = SyncFailure("articles: amend of mutation 1, which has 3 changes: a body is for one; give all changes")
    await #expect(throws: body) { try await bench.engine.amend(1, body: json("a", "good")) }
    #expect(try await bench.engine.retry(1) == 2)
    await bench.status { $0.dead == 1 && $0.pending == 0 }
    #expect(try await bench.engine.amend(2, parts) == 3)
    await idle(bench)
    #expect(titles(bench.remote.server) == after)
    #expect(try await bench.shown() == after)
    #expect(await bench.engine.status.dead == 0)
  }

  @Test("are sent one by one if the push is refused as a whole, and refused as one")
  func refusedRequest() async throws {
    let bench = try await bench()
    bench.remote.plan(.fail(RemoteFailure(.refused, "feed: 422")))
    try await bench.engine.mutate(parts)
    await bench.status { $0.dead == 1 }
    #expect(try await bench.engine.deadLetters().map(\.mutation.parts) == [parts])
    #expect(try await bench.shown() == before)
  }

  // MARK: conflicts

  /// The server changes rows while the changes wait.
  private func conflict(_ policy: ConflictPolicy, on keys: String...) async throws -> Bench {
    let bench = try await bench(policy)
    bench.remote.plan(.fail(.unreachable))
    try await bench.engine.mutate(parts)
    try await bench.put("d", "later")
    await bench.status { $0.phase == .waiting }
    bench.remote.edit { server in for key in keys { server.put(key, "theirs") } }
    bench.clock.advance(40)
    await idle(bench)
    return bench
  }

  @Test("are dropped as one if the server wins and has changed one of the rows")
  func serverWins() async throws {
    let bench = try await conflict(.serverWins, on: "b")
    #expect(titles(bench.remote.server) == ["b": "theirs", "c": "old", "d": "later"])
    #expect(try await bench.shown() == titles(bench.remote.server))
    #expect(try await bench.engine.deadLetters().map(\.mutation.parts) == [parts])
  }

  @Test("are merged row by row if the rows have changed, and sent as one")
  func merged() async throws {
    let policy = ConflictPolicy(merging: { conflict in
      conflict.mine.map { json(conflict.key.description, "\(title($0)) and theirs") }
    })
    let bench = try await conflict(policy, on: "a", "b", "c")
    #expect(titles(bench.remote.server) == ["a": "mine and theirs", "b": "mine and theirs", "d": "later"])
    let sent = bench.remote.pushes.last?.mutations.first?.parts.map(\.operation)
    #expect(sent == [.put, .put, .delete])
  }

  @Test("become one dead letter if the merge of one row fails")
  func failingMerge() async throws {
    struct Refusal: Error {}
    let policy = ConflictPolicy(merging: { conflict in
      if conflict.key == RowKey("c") { throw Refusal() }
      return conflict.mine?.body
    })
    let bench = try await conflict(policy, on: "b", "c")
    #expect(titles(bench.remote.server) == ["b": "theirs", "c": "theirs", "d": "later"])
    let letters = try await bench.engine.deadLetters()
    #expect(letters.map(\.mutation.parts) == [parts] && letters.map(\.code) == ["conflict"])
    #expect(letters.first?.message.hasPrefix(#""c": the merge failed"#) == true)
  }

  @Test("do not affect merges of later changes if they are dropped")
  func laterMerge() async throws {
    let policy = ConflictPolicy(merging: { conflict in
      if conflict.mutation.id == 1 { return conflict.key == RowKey("c") ? [] : conflict.mine?.body }
      return json(conflict.key.description, "\(conflict.theirs.map(title) ?? "nothing") and later")
    })
    let bench = try await bench(policy)
    bench.remote.plan(.fail(.unreachable))
    try await bench.engine.mutate(parts)
    try await bench.put("b", "later")
    await bench.status { $0.phase == .waiting }
    bench.remote.edit { server in for key in ["b", "c"] { server.put(key, "theirs") } }
    bench.clock.advance(40)
    await idle(bench)
    #expect(titles(bench.remote.server) == ["b": "theirs and later", "c": "theirs"])
  }

  @Test("are migrated as one")
  func migrated() async throws {
    let folder = try TemporaryFolder()
    let cache = TestCache(SQLiteCache(patience: 600))
    let bench = Bench(cache: cache, folder: folder.path)
    bench.remote.plan(.fail(.unreachable))
    try await bench.engine.mutate(parts)
    try await bench.engine.mutate(
      OneOrMore(Part(.put, RowKey("d"), body: json("d", "gone")), [Part(.put, RowKey("e"), body: json("e", "E"))])
    )
    await bench.status { $0.phase == .waiting }
    await bench.engine.stop()
    let next = Bench(
      cache: cache, remote: bench.remote, folder: folder.path, schema: 2,
      migration: RowMigration { row, _ in
        let text = String(decoding: row, as: UTF8.self)
        return text.contains("gone") ? nil : Array(text.replacing("title", with: "name").utf8)
      })
    let letters = try await next.engine.deadLetters()
    #expect(letters.map { $0.mutation.parts.map(\.key.description) } == [["d", "e"]])
    #expect(letters.map(\.code) == ["migrate"])
    #expect(try await next.shown()["a"] == #"{"id":"a","name":"mine"}"#)
    await next.engine.stop()
  }
}
