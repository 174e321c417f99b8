import Testing
import UDF

@testable import UDFSync

@Suite("Faults: concurrency") struct ConcurrencyFaultTests {
  @Test("a page that waits for the cache when a reset comes is not written")
  func resetBeforePage() {
    var rig = MachineRig()
    rig.enter(.pulling)
    rig.mutate()
    let mutation = rig.commands
    rig.send(.pulled(rig.number, .success(ModelServer.page(.put("a", "a", version: 1), next: "T1"))))
    rig.send(.change(.reset(outbox: false), 9))
    rig.commands = mutation
    rig.commit()
    let writes = rig.commands.compactMap { if case .commit(let write) = $0 { write.rows } else { nil } }
    #expect(writes == [.clear])
  }

  @Test("a thousand pulls at once are one request, and all get the result; the next pull works")
  func thousand() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "a") }
    bench.remote.plan(.hold)
    try await withThrowingTaskGroup(of: PullOutcome.self) { group in
      for _ in 0..<1000 { group.addTask { await bench.engine.pull(force: true) } }
      while await bench.engine.waiters.count < 1000 { await Task.yield() }
      await bench.remote.arrived(1)
      bench.remote.release()
      for try await outcome in group { #expect(outcome == .changed) }
    }
    #expect(bench.remote.pulls.count == 1)
    #expect(await bench.engine.pull(force: true) == .unchanged)
  }

  @Test("a cancelled pull ends at once; the last one cancels the request, and the next pull works")
  func cancel() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "a") }
    bench.remote.plan(.hold)
    let first = Task { await bench.engine.pull() }
    let second = Task { await bench.engine.pull() }
    await bench.remote.arrived(1)
    while await bench.engine.waiters.count < 2 { await Task.yield() }
    first.cancel()
    #expect(await first.value == .cancelled)
    #expect(await bench.engine.status.phase == .pulling)
    second.cancel()
    #expect(await second.value == .cancelled)
    #expect(await bench.engine.status.phase == .idle)
    #expect(try await bench.shown() == [:])
    #expect(await bench.engine.pull() == .changed)
  }

  @Test("a pull during the write of a page for a cancelled one gets the following pages")
  func askedAfterCancel() {
    var rig = MachineRig()
    rig.enter(.pulling)
    rig.send(.pulled(rig.number, .success(ModelServer.page(.put("a", "a", version: 1), next: "T1", hasMore: true))))
    let writing = rig.commands
    rig.send(.cancelPull(2))
    rig.send(.pull(9, force: false))
    rig.commands = writing
    rig.commit()
    #expect(rig.commands.compactMap(\.word) == ["pull"])
    rig.send(.pulled(rig.number, .success(ModelServer.page(.put("b", "b", version: 2), next: "T2"))))
    rig.commit()
    #expect(rig.commands.contains(.finish(9, .pulled(.changed))))
  }

  @Test("a pull that is cancelled before it begins sends no request")
  func cancelledBefore() async {
    let bench = Bench()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await bench.engine.pull()
    }
    #expect(await task.value == .cancelled)
  }

  @Test("after the last pull is cancelled, the outbox is still sent")
  func cancelWithOutbox() async throws {
    let bench = Bench()
    bench.remote.plan(.hold)
    try await bench.put("a", "mine")
    let pull = Task { await bench.engine.pull() }
    await bench.remote.arrived(1)
    while await bench.engine.waiters.isEmpty { await Task.yield() }
    pull.cancel()
    #expect(await pull.value == .cancelled)
    bench.remote.release()
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(bench.remote.server.rows.count == 1)
  }

  @Test("a logout during a pull removes everything, also pending and refused mutations")
  func logout() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "a") }
    try await bench.put("b", "bad")
    await bench.status { $0.phase == .idle && $0.dead == 1 }
    bench.remote.plan(.holdOn)
    try await bench.put("c", "mine")
    let pull = Task { await bench.engine.pull(force: true) }
    await bench.status { $0.phase == .pushing }
    while await bench.engine.waiters.isEmpty { await Task.yield() }
    try await bench.engine.reset(outbox: true)
    bench.remote.release()
    #expect(await pull.value == .cancelled)
    #expect(try await bench.shown() == [:])
    let status = await bench.engine.status
    #expect(status.pending == 0 && status.dead == 0 && status.cursor == nil && status.phase == .idle)
  }

  @Test("a reset that keeps the outbox applies it, sends it and pulls the rows again")
  func reset() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "a") }
    await bench.engine.pull()
    bench.remote.plan(.hold)
    try await bench.put("b", "mine")
    await bench.remote.arrived(2)
    try await bench.engine.reset()
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(try await bench.shown() == ["a": "a", "b": "mine"])
  }

  @Test("a change between a pull's response and its commit is applied to the new rows")
  func changeMeanwhile() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "server") }
    bench.remote.plan(.hold)
    async let pull = bench.engine.pull()
    await bench.remote.arrived(1)
    try await bench.put("a", "mine")
    bench.remote.release()
    #expect(await pull == .changed)
    #expect(try await bench.shown() == ["a": "mine"])
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(bench.remote.server.rows[RowKey("a")] == json("a", "mine"))
  }

  @Test("a cache that is renamed during a pull: waiting callers get the rows of the next pull")
  func swappedMidway() async throws {
    let bench = Bench(seeds: TestSeeds(["s": "seed"]))
    bench.remote.edit { $0.put("a", "a") }
    bench.remote.plan(.holdOn)
    async let pull = bench.engine.pull()
    await bench.remote.arrived(1)
    await bench.cache.failReading(CacheFailure(.corrupt, "articles.sqlite: damaged"))
    await #expect(throws: SyncFailure("articles.sqlite: damaged")) { try await bench.engine.first(1) }
    bench.remote.release()
    #expect(await pull == .changed)
    #expect(bench.remote.pulls.map(\.token) == [nil, nil])
    #expect(try await bench.shown() == ["a": "a"])
  }

  @Test("a stopped engine answers waiting callers, and does nothing more")
  func stop() async throws {
    let bench = Bench()
    bench.remote.plan(.hold)
    let pull = Task { await bench.engine.pull() }
    await bench.remote.arrived(1)
    await bench.engine.stop()
    #expect(await pull.value == .cancelled)
    #expect(await bench.engine.pull() == .cancelled)
    let stopped = SyncFailure("articles: the engine was stopped; make a new one to continue")
    await #expect(throws: stopped) { try await bench.put("a", "mine") }
    await #expect(throws: stopped) { try await bench.engine.next(after: nil, limit: 1) }
    await bench.engine.stop()
    #expect(await bench.engine.status.phase == .closed)
    var heard: [SyncStatus.Phase] = []
    for await status in bench.engine.statuses { heard.append(status.phase) }
    #expect(heard == [.closed], "who listens afterwards is not kept waiting")
  }

  @Test("a refused delivery is repeated, and skips nothing")
  func refusedDelivery() async throws {
    let bench = Bench()
    bench.remote.edit { server in for key in ["a", "b", "c"] { server.put(key, key) } }
    await bench.engine.pull()
    let first = try #require(try await bench.engine.next(after: nil, limit: 2))
    #expect(first.hasMore && first.startsOver && first.source == .remote)
    let refused = try #require(try await bench.engine.next(after: first.place, limit: 2))
    bench.remote.edit { $0.put("c", "edited") }
    await bench.engine.pull(force: true)
    let again = try #require(try await bench.engine.next(after: first.place, limit: 2))
    #expect(refused.rows.map(title) == ["c"])
    #expect(again.rows.map(title) == ["edited"])
    #expect(try await bench.engine.next(after: again.place, limit: 2) == nil)
  }
}
