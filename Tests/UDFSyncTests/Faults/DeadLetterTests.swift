import FolderTesting
import Testing
import UDF

@testable import UDFSync

@Suite("Dead letters") struct DeadLetterTests {
  /// An engine with three changes, of which the server has refused the first two for good.
  private func refused(_ cache: TestCache = TestCache(), folder: String = "/nowhere") async throws -> Bench {
    let bench = Bench(cache: cache, folder: folder)
    bench.remote.plan(.fail(.unreachable))
    try await bench.put("a", "bad a")
    await bench.status { $0.phase == .waiting }
    try await bench.engine.mutate(.patch, RowKey("b"), body: Array(#"{"title":"bad b"}"#.utf8))
    try await bench.put("c", "good")
    bench.clock.advance(0.5)
    // The engine may have begun to try again by itself.
    await bench.engine.pull()
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    return bench
  }

  @Test("they are listed with the mutation, the reason and the time, also after a relaunch")
  func listed() async throws {
    let folder = try TemporaryFolder()
    let bench = try await refused(TestCache(SQLiteCache(patience: 600)), folder: folder.path)
    let since = bench.clock.wall
    let found = try await bench.engine.deadLetters()
    let client = try #require(found.first?.mutation.client)
    let letters = [
      DeadLetter(
        Mutation(id: 1, client: client, .put, RowKey("a"), body: json("a", "bad a")), code: "bad",
        message: "the server does not take it", since: since),
      DeadLetter(
        Mutation(id: 2, client: client, .patch, RowKey("b"), body: Array(#"{"title":"bad b"}"#.utf8)), code: "bad",
        message: "the server does not take it", since: since),
    ]
    #expect(found == letters)
    #expect(await bench.engine.status.dead == 2)
    let later = await bench.relaunched()
    #expect(try await later.engine.deadLetters() == letters)
    await later.engine.stop()
  }

  @Test("a retry is a new mutation with a new id; the server receives it once, and the dead letter is removed")
  func retried() async throws {
    let bench = try await refused()
    bench.remote.edit { $0.put("b", "server") }
    bench.remote.plan(.fail(.unreachable))
    #expect(try await bench.engine.retry(2) == 4)
    let write = try #require(await bench.cache.writes.last { !$0.revived.isEmpty })
    let client = try #require(await bench.engine.pending().first?.client)
    #expect(write.revived == [Revival(2, as: 4, client: client)] && write.touched == [RowKey("b")])
    #expect(await bench.engine.pending().map(\.id) == [4])
    #expect(try await bench.engine.deadLetters().map(\.mutation.id) == [1])
    await bench.status { $0.phase == .waiting }
    bench.clock.advance(40)
    await bench.status { $0.pending == 0 && $0.phase == .idle }
    // The mutation fails again, and becomes a second dead letter.
    #expect(try await bench.engine.deadLetters().map(\.mutation.id) == [1, 4])
    #expect(bench.remote.pushes.last?.mutations.map(\.id) == [4])
  }

  @Test("an amended one is applied and sent with its new body")
  func amended() async throws {
    let bench = try await refused()
    #expect(try await bench.shown() == ["c": "good"])
    bench.remote.plan(.hold)
    #expect(try await bench.engine.amend(1, body: json("a", "mended")) == 4)
    #expect(try await bench.shown() == ["a": "mended", "c": "good"])
    bench.remote.release()
    await bench.status { $0.pending == 0 && $0.phase == .idle }
    #expect(bench.remote.server.rows[RowKey("a")] == json("a", "mended"))
    #expect(try await bench.engine.deadLetters().map(\.mutation.id) == [2])
    #expect(await bench.engine.status.dead == 1)
  }

  @Test("several are retried in one commit and in their order")
  func several() async throws {
    let bench = try await refused()
    bench.remote.plan(.fail(.unreachable))
    try await bench.engine.retry([2, 1, 2])
    let client = try #require(await bench.engine.pending().first?.client)
    #expect(
      await bench.cache.writes.last { !$0.revived.isEmpty }?.revived
        == [Revival(2, as: 4, client: client), Revival(1, as: 5, client: client)])
    #expect(await bench.engine.pending().map(\.key.description) == ["b", "a"])
    try await bench.engine.retry([])
    #expect(await bench.engine.pending().count == 2)
  }

  @Test("a retry after a relaunch gets an identity of that launch, as the next change does")
  func identity() async throws {
    let folder = try TemporaryFolder()
    let bench = try await refused(TestCache(SQLiteCache(patience: 600)), folder: folder.path)
    let former = try #require(try await bench.engine.deadLetters().first?.mutation.client)
    let later = await bench.relaunched()
    #expect(try await later.engine.retry(1) == 4)
    await later.status { $0.pending == 0 && $0.phase == .idle }
    let push = try #require(later.remote.pushes.last)
    #expect(
      push.client != former && push.mutations.map(\.number) == [1] && push.mutations.map(\.client) == [push.client])
    #expect(try await later.engine.deadLetters().map(\.mutation.id) == [2, 4])
    #expect(try await later.engine.deadLetters().map(\.mutation.client) == [former, push.client])
    try await later.put("d", "good")
    await later.status { $0.pending == 0 && $0.phase == .idle }
    #expect(later.remote.pushes.last?.client == push.client)
    #expect(later.remote.pushes.last?.mutations.map(\.number) == [2])
    await later.engine.stop()
  }

  @Test("an invalid request is refused, and changes nothing")
  func refusedRequests() async throws {
    let bench = try await refused()
    await #expect(
      throws: SyncFailure(
        "articles: there is no dead letter 3; it may have been retried or buried meanwhile, or never existed")
    ) { try await bench.engine.retry([1, 3]) }
    await #expect(
      throws: SyncFailure(
        "articles: amend of mutation 1 has a body that cannot be used: expected \"{\", got \"[\" at byte 1; give it one JSON "
          + "object")
    ) { try await bench.engine.amend(1, body: Array("[1]".utf8)) }
    await bench.cache.failCommits(CacheFailure(.full, "articles: the disk is full"))
    await #expect(throws: SyncFailure("articles: the disk is full")) { try await bench.engine.retry(1) }
    #expect(try await bench.engine.deadLetters().map(\.mutation.id) == [1, 2])
    #expect(await bench.engine.pending().isEmpty)
  }

  @Test("a deletion can be retried and has no body to amend")
  func deletion() async throws {
    let bench = Bench()
    bench.remote.plan(.fail(RemoteFailure(.refused, "feed: answered 422")))
    try await bench.engine.mutate(.delete, RowKey("a"))
    await bench.status { $0.dead == 1 }
    await #expect(
      throws: SyncFailure(
        "articles: amend of mutation 1, which deletes \"a\": a deletion has no body; retry or bury it")
    ) { try await bench.engine.amend(1, body: json("a", "")) }
    #expect(try await bench.engine.retry(1) == 2)
    await bench.status { $0.pending == 0 && $0.dead == 0 }
    #expect(bench.remote.pushes.map { $0.mutations.map(\.id) } == [[1], [2]])
  }

  @Test("of a request that the server refuses has the server's own code and message, if it sent them")
  func words() async throws {
    var failure = RemoteFailure(.refused, "POST http://a/mutations: answered 422 (invalid: no title); see whether …")
    func letter() async throws -> DeadLetter? {
      let bench = Bench()
      bench.remote.plan(.fail(failure))
      try await bench.put("a", "")
      await bench.status { $0.dead == 1 }
      return try await bench.engine.deadLetters().first
    }
    #expect(try await letter()?.code == "refused")
    #expect(try await letter()?.message == failure.message)
    failure.refusal = RemoteFailure.Refusal(code: "invalid", message: "no title")
    #expect(try await letter()?.code == "invalid")
    #expect(try await letter()?.message == "no title")
  }

  @Test("the status reports that there are others")
  func revision() async throws {
    let bench = Bench()
    #expect(await bench.engine.status.deadRevision == 0)
    let full = try await refused()
    let first = await full.engine.status.deadRevision
    #expect(first > 0)
    try await full.put("d", "good")
    await full.status { $0.pending == 0 && $0.phase == .idle }
    #expect(await full.engine.status.deadRevision == first)
    // One goes and another comes: there are as many as before.
    try await full.engine.retry(1)
    await full.status { $0.pending == 0 && $0.phase == .idle }
    let status = await full.engine.status
    #expect(status.dead == 2 && status.deadRevision > first)
    try await full.engine.buryAll()
    #expect(await full.engine.status.dead == 0)
    #expect(try await full.engine.deadLetters().isEmpty)
  }

  @Test("an observer reads only new ones, and gets the ids of removed ones")
  func onlyNew() async throws {
    let bench = try await refused()
    let first = try await bench.engine.deadLetters(except: [], limit: 1)
    #expect(first.ids == [1, 2] && first.letters.map(\.mutation.id) == [1])
    try await bench.engine.bury([1])
    let rest = try await bench.engine.deadLetters(except: [1], limit: 10)
    #expect(rest.ids == [2] && rest.letters.map(\.mutation.id) == [2])
    #expect(try await bench.engine.deadLetters(except: [2], limit: 10).letters.isEmpty)
  }

  @Test("a relaunched engine reports by the status that there are dead letters, and can retry all of them")
  func relaunched() async throws {
    let bench = try await refused().relaunched()
    bench.remote.plan(.fail(.unreachable))
    #expect(await bench.engine.status.deadRevision == 0)
    await bench.engine.open()
    #expect(await bench.engine.status.deadRevision > 0)
    try await bench.engine.retryAll()
    #expect(await bench.engine.status.dead == 0)
    #expect(await bench.engine.pending(limit: 1).map(\.id) == [4])
    await bench.engine.stop()
  }

  @Test("a conflict policy is called for a retried one, which it has not seen sent")
  func policy() async throws {
    let bench = Bench(conflict: .serverWins)
    bench.remote.edit { $0.put("a", "old") }
    await bench.engine.pull()
    bench.remote.edit { $0.put("a", "server") }
    try await bench.put("a", "mine")
    await bench.status { $0.dead == 1 }
    try await bench.engine.retry(1)
    await bench.status { $0.pending == 0 && $0.phase == .idle }
    #expect(bench.remote.server.rows[RowKey("a")] == json("a", "mine"))
    #expect(await bench.engine.status.dead == 0)
  }
}
