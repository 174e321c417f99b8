import FolderTesting
import Platform
import Testing
import UDF

@testable import UDFSync

/// Remotes that make a mutation only on the row that it was made on.
@Suite("Conditional pushes") struct ConditionalPushTests {
  private func bench(
    _ policy: ConflictPolicy = .replay, cache: any CacheStore = MemoryCache(), folder: String = "/nowhere"
  ) async -> Bench {
    let bench = Bench(
      cache: TestCache(cache), remote: TestRemote(needsBases: true), conflict: policy, folder: folder)
    bench.remote.edit { server in
      (server.isConditional, server.returnsRows) = (true, true)
      server.put("a", "old")
    }
    await bench.engine.pull()
    return bench
  }

  private func idle(_ bench: Bench) async {
    await bench.status { $0.phase == .idle && $0.pending == 0 }
  }

  @Test("a push has the server's row under each mutation, and one mutation of a row")
  func bases() async throws {
    let bench = await bench()
    bench.remote.plan(.fail(.unreachable))
    try await bench.put("a", "one")
    await bench.status { $0.phase == .waiting }
    try await bench.put("b", "new")
    try await bench.put("a", "two")
    bench.clock.advance(40)
    await idle(bench)
    let pushes = bench.remote.pushes.dropFirst()
    #expect(pushes.map { $0.mutations.map(\.id) } == [[1, 2], [3]])
    #expect(
      pushes.map(\.bases) == [
        [EntityKey("a"): SyncRow(EntityKey("a"), version: 1, body: json("a", "old"))],
        [EntityKey("a"): SyncRow(EntityKey("a"), version: 2, body: json("a", "one"))],
      ])
    #expect(bench.remote.server.rows[EntityKey("a")] == json("a", "two"))
  }

  @Test("a remote that asks for no bases gets none")
  func withoutBases() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "old") }
    await bench.engine.pull()
    try await bench.put("a", "one")
    await idle(bench)
    #expect(bench.remote.pushes.map(\.bases) == [[:]])
  }

  @Test("after a conflict the rows are pulled, and the change is sent again on the server's row")
  func replayed() async throws {
    let bench = await bench()
    bench.remote.edit { $0.put("a", "theirs") }
    try await bench.engine.mutate(.patch, EntityKey("a"), body: Array(#"{"note":"mine"}"#.utf8))
    await idle(bench)
    #expect(bench.remote.pushes.map { $0.bases[EntityKey("a")]?.version } == [1, 2])
    #expect(
      bench.remote.server.rows[EntityKey("a")] == Array(#"{"id":"a","title":"theirs","note":"mine"}"#.utf8))
    #expect(try await bench.engine.deadLetters().isEmpty)
  }

  @Test("the policy decides about a change that the server has answered with a conflict")
  func policy() async throws {
    let bench = await bench(.serverWins)
    bench.remote.edit { $0.put("a", "theirs") }
    // The pull before the push does not show it yet.
    bench.remote.plan(.reply(ModelServer.page(next: "T1")))
    try await bench.put("a", "mine")
    await bench.status { $0.dead == 1 }
    await idle(bench)
    #expect(try await bench.shown() == ["a": "theirs"])
    #expect(try await bench.engine.deadLetters().map(\.code) == ["conflict"])
  }

  /// A change that the server has answered with a conflict, and that waits for the server's rows.
  private func conflicted(
    _ policy: ConflictPolicy, cache: any CacheStore = MemoryCache(), folder: String = "/nowhere"
  ) async throws -> Bench {
    let bench = await bench(policy, cache: cache, folder: folder)
    bench.remote.edit { server in
      server.protocolVersion = 0
      server.put("a", "theirs")
    }
    // The pull before the push does not show their change yet, and the one after the push does not arrive.
    bench.remote.plan(.reply(ModelServer.page(next: "T1")), .serve, .fail(.unreachable))
    try await bench.put("a", "mine")
    await bench.status { $0.phase == .waiting }
    return bench
  }

  @Test("a change that is sent again after a conflict, and whose answer is lost, is no conflict with its own outcome")
  func lostResend() async throws {
    let asked = Guarded(0)
    let bench = try await conflicted(
      ConflictPolicy { _, _ in
        asked.withLock { $0 += 1 }
        return .keep
      })
    bench.remote.plan(.serve, .lose(.unreachable))
    bench.clock.advance(40)
    await bench.status { $0.phase == .waiting && bench.remote.pushes.count == 2 }
    // A new change makes the next cycle begin with a pull, which brings the outcome of the first.
    try await bench.put("b", "other")
    bench.clock.advance(40)
    await idle(bench)
    #expect(asked.withLock { $0 } == 1)
    #expect(bench.remote.server.rows[EntityKey("a")] == json("a", "mine"))
  }

  @Test("an answer of a conflict outlives the process", arguments: CacheKind.allCases)
  func relaunched(_ kind: CacheKind) async throws {
    let folder = try TemporaryFolder()
    let bench = try await conflicted(.serverWins, cache: kind.make(), folder: folder.path)
    // A new change makes the next cycle begin with a pull.
    try await bench.put("b", "other")
    let later = await bench.relaunched(conflict: .serverWins)
    await later.engine.pull()
    await later.status { $0.phase == .idle && $0.pending == 0 }
    #expect(try await later.shown() == ["a": "theirs", "b": "other"])
    #expect(later.remote.server.rows[EntityKey("a")] == json("a", "theirs"))
    #expect(try await later.engine.deadLetters().map(\.code) == ["conflict"])
    await later.engine.stop()
  }

  @Test("a server that always answers with a conflict ends in a dead letter, with pauses in between")
  func always() async throws {
    let bench = await bench()
    bench.remote.edit { $0.alwaysConflicts = true }
    try await bench.put("a", "mine")
    while await bench.engine.status.pending > 0 {
      await bench.quiet()
      bench.clock.advance(400)
      await Task.yield()
    }
    #expect(bench.remote.pushes.count == SyncMachine.mostConflicts)
    #expect(
      try await bench.engine.deadLetters().map(\.message)
        == ["the server's row changed before each of 8 tries to send this"])
    #expect(try await bench.shown() == ["a": "old"])
  }

  @Test("a conflict that comes again is reported, and tried later")
  func reported() async throws {
    let bench = await bench()
    bench.remote.edit { $0.alwaysConflicts = true }
    try await bench.put("a", "mine")
    let status = await bench.status { $0.phase == .waiting }
    #expect(
      status?.problem
        == "articles: the server answered mutation 1 of \"a\" with a conflict 2 times; it is sent again later; if it conflicts "
        + "each time, check that a pull returns the row and version that the server compares")
    bench.remote.edit { $0.alwaysConflicts = false }
    bench.clock.advance(400)
    await idle(bench)
    #expect(try await bench.shown() == ["a": "mine"])
  }
}
