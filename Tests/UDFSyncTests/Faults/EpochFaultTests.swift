import Testing
import UDF

@testable import UDFSync

@Suite("Faults: a restored server") struct EpochFaultTests {
  /// An engine in step with a server that has a, b and, since a backup of it was made, c.
  private func synced(_ options: SyncOptions = SyncOptions()) async -> (Bench, backup: ModelServer) {
    let bench = Bench(options: options)
    bench.remote.edit { server in
      server.put("a", "old")
      server.put("b", "old")
    }
    let backup = bench.remote.server
    bench.remote.edit { $0.put("c", "lost") }
    await bench.engine.pull()
    return (bench, backup)
  }

  @Test("with the same tokens and another epoch, everything is pulled again")
  func restored() async throws {
    let (bench, backup) = await synced(SyncOptions(page: 2))
    bench.remote.edit { server in
      server.restore(backup)
      server.put("b", "new")
    }
    #expect(bench.remote.server.token == "T3")
    #expect(await bench.engine.pull(force: true) == .changed)
    #expect(try await bench.shown() == ["a": "old", "b": "new"])
    #expect(bench.remote.pulls.map(\.token).suffix(2) == ["T3", nil])
    #expect(await bench.engine.status.isStale == false)
    let writes = await bench.cache.writes
    #expect(writes.filter { $0.epoch != nil }.map(\.epoch) == ["E1", "E1", "E2"])
    #expect(writes.allSatisfy { $0.epoch == nil || $0.token != nil }, "a token is written with its epoch")
  }

  @Test("pending mutations are kept, and lost ones are sent again with the same name and number")
  func lost() async throws {
    let (bench, backup) = await synced()
    // The answer comes, and the page that would show it does not.
    bench.remote.plan(.serve, .fail(.unreachable))
    try await bench.put("d", "mine")
    await bench.status { $0.phase == .waiting && $0.pending == 1 }
    bench.remote.edit { $0.restore(backup) }
    await bench.engine.pull()
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(try await bench.shown() == ["a": "old", "b": "old", "d": "mine"])
    #expect(bench.remote.server.rows[RowKey("d")] == json("d", "mine"))
    let sent = bench.remote.pushes.flatMap(\.mutations)
    #expect(sent.count == 2 && Set(sent.map(ModelServer.Identity.init)).count == 1)
  }

  @Test(
    "lost mutations are sent again before later ones, so that their number does not hide them",
    arguments: [false, true])
  func hidden(_ countsOnly: Bool) async throws {
    let (bench, backup) = await synced()
    bench.remote.plan(.serve, .fail(.unreachable))
    try await bench.put("d", "mine")
    await bench.status { $0.phase == .waiting && $0.pending == 1 }
    bench.remote.edit { server in
      server.restore(backup)
      server.countsOnly = countsOnly
    }
    // The engine has not yet seen the new epoch when it sends the second.
    try await bench.put("e", "mine")
    await bench.engine.pull()
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(bench.remote.pushes.map { $0.mutations.map(\.number) } == [[1], [1, 2], [1, 2]])
    #expect(try await bench.shown() == ["a": "old", "b": "old", "d": "mine", "e": "mine"])
    #expect(bench.remote.server.rows.count == 4)
  }

  @Test("the same holds for mutations that were acknowledged before the first epoch")
  func unseen() async throws {
    let bench = Bench()
    let backup = bench.remote.server
    bench.remote.plan(.serve, .fail(.unreachable))
    try await bench.put("d", "mine")
    await bench.status { $0.phase == .waiting && $0.pending == 1 }
    bench.remote.edit { $0.restore(backup) }
    try await bench.put("e", "mine")
    await bench.engine.pull()
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(bench.remote.server.rows.count == 2)
  }

  @Test("the same holds after a reset, without a token")
  func reset() async throws {
    let (bench, backup) = await synced()
    bench.remote.plan(.serve, .fail(.unreachable))
    try await bench.put("d", "mine")
    await bench.status { $0.phase == .waiting && $0.pending == 1 }
    bench.remote.edit { $0.restore(backup) }
    try await bench.engine.reset()
    await bench.engine.pull()
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(bench.remote.server.rows[RowKey("d")] == json("d", "mine"))
  }

  @Test("a seed from before the restoration is recognised by its epoch")
  func seeded() async throws {
    let bench = Bench(seeds: TestSeeds(["a": "lost"], token: "T1", epoch: "E1"))
    bench.remote.edit { server in
      let backup = server
      server.put("a", "lost")
      server.restore(backup)
      server.put("b", "new")
    }
    #expect(await bench.engine.pull() == .changed)
    #expect(try await bench.shown() == ["b": "new"])
    #expect(bench.remote.pulls.map(\.token) == ["T1", nil])
  }

  @Test("a renamed cache keeps the epoch, and does not use a seed's token without one")
  func seededAnew() async throws {
    let bench = Bench(seeds: TestSeeds(["a": "old"], token: "T1"))
    bench.remote.edit { server in
      server.put("a", "old")
      server.put("b", "new")
    }
    await bench.engine.pull()
    await bench.cache.failReading(CacheFailure(.corrupt, "articles.sqlite: damaged"))
    _ = try? await bench.engine.first(1)
    await bench.engine.pull()
    #expect(bench.remote.pulls.map(\.token) == ["T1", nil])
    #expect(try await bench.shown() == ["a": "old", "b": "new"])
  }

  @Test("the first epoch is stored, and nothing is pulled again")
  func first() async throws {
    let bench = Bench()
    bench.remote.edit { server in
      server.protocolVersion = 1
      server.put("a", "old")
    }
    await bench.engine.pull()
    bench.remote.edit { $0.protocolVersion = 2 }
    await bench.engine.pull(force: true)
    #expect(bench.remote.pulls.map(\.token) == [nil, "T1"])
    #expect(await bench.cache.writes.last?.epoch == "E1")
    let later = await bench.relaunched()
    later.remote.edit { server in
      let backup = server
      server.restore(backup)
    }
    await later.engine.pull(force: true)
    #expect(later.remote.pulls.map(\.token) == [nil, "T1", "T1", nil])
  }

  @Test("during a full pull, the staged rows of the old epoch are discarded")
  func midway() async throws {
    let (bench, backup) = await synced(SyncOptions(page: 1))
    bench.remote.edit { server in
      server.put("d", "lost")
      server.expire()
    }
    // The token has expired; the first page of all rows comes, and then the server is restored.
    bench.remote.plan(.serve, .serve, .fail(.unreachable))
    await bench.engine.pull(force: true)
    bench.remote.edit { $0.restore(backup) }
    await bench.engine.pull(force: true)
    await bench.status { $0.phase == .idle }
    #expect(try await bench.shown() == ["a": "old", "b": "old"])
  }

  @Test("pages that were staged without an epoch are not continued by one with an epoch")
  func unknown() async throws {
    let bench = Bench(options: SyncOptions(page: 1))
    bench.remote.edit { server in
      server.protocolVersion = 1
      for key in ["a", "b"] { server.put(key, "old") }
    }
    await bench.engine.pull()
    let backup = bench.remote.server
    bench.remote.edit { server in
      for key in ["a", "b"] { server.put(key, "lost") }
      server.expire()
    }
    bench.remote.plan(.serve, .serve, .fail(.unreachable))
    await bench.engine.pull(force: true)
    #expect(bench.remote.pulls.count == 5)
    bench.remote.edit { server in
      server.restore(backup)
      server.protocolVersion = 2
      for key in ["c", "d"] { server.put(key, "new") }
      server.expire()
    }
    await bench.engine.pull(force: true)
    await bench.status { $0.phase == .idle }
    #expect(try await bench.shown() == ["a": "old", "b": "old", "c": "new", "d": "new"])
  }

  @Test("a server that changes its epoch with each response is asked again later, and rows stay")
  func flapping() async throws {
    let (bench, _) = await synced(SyncOptions(page: 1))
    for epoch in ["E2", "E3", "E4"] {
      bench.remote.plan(
        .reply(
          .page(
            PullPage(
              next: "N\(epoch)", hasMore: true, changes: [.put("x", "\(epoch)", version: 1)], mutations: [:],
              epoch: epoch))))
    }
    await bench.engine.pull(force: true)
    let status = await bench.engine.status
    #expect(status.phase == .waiting)
    #expect(status.problem == "articles: the server has changed its epoch again; the request is repeated")
    #expect(try await bench.shown() == ["a": "old", "b": "old", "c": "lost"])
  }
}
