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

  @Test("a push contains the server's row for each mutation, and one mutation of a row")
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
        [RowKey("a"): SyncRow(RowKey("a"), version: 1, body: json("a", "old"))],
        [RowKey("a"): SyncRow(RowKey("a"), version: 2, body: json("a", "one"))],
      ])
    #expect(bench.remote.server.rows[RowKey("a")] == json("a", "two"))
  }

  @Test("a remote that requests no bases gets none")
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
    try await bench.engine.mutate(.patch, RowKey("a"), body: Array(#"{"note":"mine"}"#.utf8))
    await idle(bench)
    #expect(bench.remote.pushes.map { $0.bases[RowKey("a")]?.version } == [1, 2])
    #expect(
      bench.remote.server.rows[RowKey("a")] == Array(#"{"id":"a","title":"theirs","note":"mine"}"#.utf8))
    #expect(try await bench.engine.deadLetters().isEmpty)
  }

  @Test("while a replica lags, a change that met a conflict is sent again on the row that came with the conflict")
  func lagging() async throws {
    let bench = await bench()
    bench.remote.edit { $0.put("a", "theirs") }
    // The pull after the push is answered by a replica that does not have their change yet.
    bench.remote.plan(.serve, .reply(ModelServer.page(next: "T1")))
    try await bench.put("a", "mine")
    await bench.status { $0.phase == .waiting || $0.phase == .idle && $0.pending == 0 }
    #expect(bench.remote.pushes.map { $0.bases[RowKey("a")]?.version } == [1, 2])
    #expect(bench.remote.server.rows[RowKey("a")] == json("a", "mine"))
  }

  @Test("a row that came with a conflict and was deleted on the server since does not come back with all rows")
  func deletedSince() async throws {
    let bench = await bench()
    bench.remote.edit { $0.put("a", "theirs") }
    bench.remote.plan(.serve, .fail(.unreachable))
    try await bench.put("a", "bad")
    await bench.status { $0.phase == .waiting }
    bench.remote.edit { server in
      server.delete("a")
      server.put("b", "other")
    }
    try await bench.engine.reset(outbox: false)
    await bench.engine.pull(force: true)
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(try await bench.shown() == ["b": "other"])
    #expect(try await bench.engine.deadLetters().map(\.code) == ["bad"])
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

  @Test("a change that is sent again after a conflict, and whose response is lost, does not conflict with itself")
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
    #expect(bench.remote.server.rows[RowKey("a")] == json("a", "mine"))
  }

  @Test(
    "a change that the server did not make is sent again before a later change is based on another client's row",
    arguments: [false, true])
  func earlierChangeFirst(isMerged: Bool) async throws {
    let asked = Guarded<[String]>([])
    let policy =
      !isMerged
      ? ConflictPolicy.serverWins
      : ConflictPolicy(merging: { conflict in
        func text(_ row: SyncRow?) -> String { row.map { String(decoding: $0.body, as: UTF8.self) } ?? "" }
        asked.withLock { $0.append(text(conflict.theirs)) }
        return conflict.mine?.body
      })
    let bench = await bench(policy)
    bench.remote.plan(.serve, .fail(.unreachable))
    try await bench.put("a", "one")
    await bench.status { $0.phase == .waiting }
    try await bench.put("a", "two")
    bench.remote.edit { $0.put("a", "theirs") }
    bench.clock.advance(40)
    await idle(bench)
    #expect(bench.remote.pushes.map { $0.bases[RowKey("a")]?.version }.prefix(2) == [1, 1])
    guard isMerged else {
      #expect(try await bench.shown() == ["a": "theirs"])
      return #expect(try await bench.engine.deadLetters().map(\.code) == ["conflict", "conflict"])
    }
    // The second change then has the outcome of the first as its base, and no conflict.
    #expect(asked.withLock { $0 } == [String(decoding: json("a", "theirs"), as: UTF8.self)])
    #expect(bench.remote.server.rows[RowKey("a")] == json("a", "two"))
  }

  @Test("a conflict is kept across a restart of the process", arguments: CacheKind.allCases)
  func relaunched(_ kind: CacheKind) async throws {
    let folder = try TemporaryFolder()
    let bench = try await conflicted(.serverWins, cache: kind.make(), folder: folder.path)
    // A new change makes the next cycle begin with a pull.
    try await bench.put("b", "other")
    let later = await bench.relaunched(conflict: .serverWins)
    await later.engine.pull()
    await later.status { $0.phase == .idle && $0.pending == 0 }
    #expect(try await later.shown() == ["a": "theirs", "b": "other"])
    #expect(later.remote.server.rows[RowKey("a")] == json("a", "theirs"))
    #expect(try await later.engine.deadLetters().map(\.code) == ["conflict"])
    await later.engine.stop()
  }

  @Test("a server that always returns a conflict causes a dead letter, with pauses between the tries")
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

  @Test("a repeated conflict is reported, and retried later")
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

  @Test("a change of a row that does not match is a dead letter at the second conflict that comes without the row")
  func hidden() async throws {
    let bench = Bench(remote: TestRemote(needsBases: true), filter: ["title": "shown"])
    bench.remote.edit { server in
      (server.isConditional, server.filters) = (true, true)
      server.put("a", "theirs")
      server.put("b", "shown")
    }
    await bench.engine.pull()
    try await bench.put("a", "mine")
    await bench.status { $0.phase == .waiting || $0.phase == .idle && $0.pending == 0 }
    #expect(bench.remote.pushes.count == 2)
    let letter = try #require(try await bench.engine.deadLetters().first)
    #expect(letter.code == "conflict")
    #expect(
      letter.message
        == "\"a\": the server's row has changed since this change was made, and a pull does not return it, because it does not match "
        + "{\"title\":\"shown\"}; the remote can return the row with the conflict")
    #expect(try await bench.shown() == ["b": "shown"])
    #expect(await bench.engine.status.problem == nil)
  }

  @Test(
    "a change of a row that does not match the parameters is applied to the row in the conflict",
    arguments: [("mine", ConflictPolicy.replay), ("theirs", .serverWins)])
  func filtered(title: String, policy: ConflictPolicy) async throws {
    let bench = Bench(
      remote: TestRemote(needsBases: true), conflict: policy,
      filter: ["title": "shown"])
    bench.remote.edit { server in
      (server.isConditional, server.returnsRows, server.filters) = (true, true, true)
      server.put("a", "theirs")
      server.put("b", "shown")
    }
    await bench.engine.pull()
    #expect(try await bench.shown() == ["b": "shown"])
    try await bench.put("a", "mine")
    await bench.status { $0.phase == .waiting || $0.phase == .idle && $0.pending == 0 }
    #expect(bench.remote.server.rows[RowKey("a")] == json("a", title))
    #expect(bench.remote.pushes.map { $0.bases[RowKey("a")]?.version } == (title == "mine" ? [nil, 1] : [nil]))
    #expect(try await bench.engine.deadLetters().map(\.code) == (title == "mine" ? [] : ["conflict"]))
    #expect(try await bench.shown() == ["b": "shown"])
  }
}
