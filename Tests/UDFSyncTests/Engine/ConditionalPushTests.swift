import Testing
import UDF

@testable import UDFSync

/// Remotes that make a mutation only on the row that it was made on.
@Suite("Conditional pushes") struct ConditionalPushTests {
  private func bench(_ policy: ConflictPolicy = .replay) async -> Bench {
    let bench = Bench(remote: TestRemote(needsBases: true), conflict: policy)
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
        == "articles: the server's row \"a\" has changed again under mutation 1; it is fetched and the mutation sent again "
        + "later")
    bench.remote.edit { $0.alwaysConflicts = false }
    bench.clock.advance(400)
    await idle(bench)
    #expect(try await bench.shown() == ["a": "mine"])
  }
}
