import Testing
import UDF

@testable import UDFSync

@Suite("Engine") struct EngineTests {
  @Test("the seed is available at once, and a request is sent only with a pull")
  func seedFirst() async throws {
    let bench = Bench(seeds: TestSeeds(["a": "seed"]))
    let delivery = try #require(try await bench.engine.next(after: nil, limit: 10))
    #expect(delivery.source == .seed && delivery.startsOver && !delivery.hasMore)
    #expect(delivery.rows.map(title) == ["seed"])
    #expect(bench.remote.pulls.isEmpty)
    #expect(await bench.engine.status.isStale)
  }

  @Test("two deliveries if the server had changes, else one")
  func twoDeliveries() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "a") }
    await bench.engine.pull()
    // A stream could bring the change before the pull asks for it.
    var options = SyncOptions()
    options.live = false
    let later = await bench.relaunched(options: options)
    let cached = try #require(try await later.engine.next(after: nil, limit: 10))
    #expect(cached.source == .cache)
    #expect(await later.engine.pull(force: true) == .unchanged)
    #expect(try await later.engine.next(after: cached.place, limit: 10) == nil)
    later.remote.edit { $0.put("b", "b") }
    #expect(await later.engine.pull(force: true) == .changed)
    let synced = try #require(try await later.engine.next(after: cached.place, limit: 10))
    #expect(synced.source == .remote && !synced.startsOver)
    #expect(synced.rows.map(title) == ["b"])
  }

  @Test("an own change is delivered as local, and again when the server has confirmed it")
  func local() async throws {
    let bench = Bench()
    let start = try #require(try await bench.engine.next(after: nil, limit: 10))
    bench.remote.plan(.hold)
    try await bench.put("a", "mine")
    let mine = try #require(try await bench.engine.next(after: start.place, limit: 10))
    #expect(mine.source == .local)
    bench.remote.release()
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    let settled = try #require(try await bench.engine.next(after: mine.place, limit: 10))
    #expect(settled.source == .remote)
    #expect(settled.rows.map(\.version) == [1])
  }

  @Test("a seed with a token is continued from the token")
  func seedWithToken() async throws {
    let bench = Bench(seeds: TestSeeds(["a": "a"], token: "T1"))
    bench.remote.edit { server in
      server.put("a", "a")
      server.put("b", "b")
    }
    #expect(await bench.engine.pull() == .changed)
    #expect(bench.remote.pulls.map(\.token) == ["T1"])
    #expect(try await bench.shown() == ["a": "a", "b": "b"])
  }

  @Test(
    "a server without tokens sends all rows each time; missing ones are removed, and equal ones not delivered again")
  func withoutTokens() async throws {
    let bench = Bench()
    func all(_ changes: RowChange...) -> TestRemote.Plan {
      .reply(.page(PullPage(next: nil, changes: changes, mutation: nil)))
    }
    bench.remote.plan(all(.put("a", "a", version: 0), .put("b", "b", version: 0)))
    await bench.engine.pull()
    let first = try #require(try await bench.engine.next(after: nil, limit: 10))
    bench.remote.plan(all(.put("b", "b", version: 0), .put("c", "c", version: 0)))
    await bench.engine.pull(force: true)
    let second = try #require(try await bench.engine.next(after: first.place, limit: 10))
    #expect(second.rows.map(title) == ["c"])
    #expect(second.removed == [RowKey("a")])
    bench.remote.plan(.serve, all(.put("b", "mine", version: 0), .put("c", "c", version: 0)))
    try await bench.put("b", "mine")
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(try await bench.shown() == ["b": "mine", "c": "c"])
    #expect(bench.remote.pulls.map(\.token) == [nil, nil, nil])
  }

  @Test("the first page has its order, with the pending changes applied")
  func firstPage() async throws {
    let bench = Bench(sort: ["-title", "id"])
    bench.remote.edit { server in
      for (key, title) in [("a", "1"), ("b", "3"), ("c", "2"), ("d", "3")] { server.put(key, title) }
    }
    await bench.engine.pull()
    #expect(try await bench.engine.first(3).map(\.key.description) == ["b", "d", "c"])
    bench.remote.plan(.hold)
    try await bench.engine.mutate(.delete, RowKey("b"))
    #expect(try await bench.engine.first(3).map(\.key.description) == ["d", "c"])
    bench.remote.release()
  }

  @Test("an observer receives the present status first, then each phase of a pull")
  func statuses() async throws {
    let bench = Bench()
    var phases = bench.engine.statuses.makeAsyncIterator()
    #expect(await phases.next()?.phase == .closed)
    await bench.engine.pull()
    var heard: [SyncStatus.Phase] = []
    while heard.last != .idle, let status = await phases.next() {
      if heard.last != status.phase { heard.append(status.phase) }
    }
    #expect(heard == [.opening, .seeding, .pulling, .idle])
    await bench.engine.stop()
    while await phases.next() != nil {}
  }

  @Test("an unforced pull within the ttl sends no request for rows, but sends the outbox")
  func fresh() async throws {
    let bench = Bench()
    await bench.engine.pull()
    #expect(await bench.engine.pull() == .fresh)
    bench.remote.plan(.fail(.unreachable))
    try await bench.put("a", "mine")
    await bench.status { $0.phase == .waiting }
    let later = await bench.relaunched()
    #expect(await later.engine.pull() == .changed)
    #expect(later.remote.server.rows.count == 1)
  }

  @Test("changes that wait at the same time are one commit")
  func grouped() async throws {
    let bench = Bench()
    await bench.engine.open()
    bench.remote.plan(.hold)
    try await withThrowingTaskGroup(of: Int64.self) { group in
      for number in 0..<200 { group.addTask { try await bench.put("k\(number)", "row") } }
      var ids: Set<Int64> = []
      for try await id in group { ids.insert(id) }
      #expect(ids == Set(1...200))
    }
    bench.remote.release()
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(bench.remote.server.rows.count == 200)
  }
}
