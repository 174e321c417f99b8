import Testing
import UDF

@testable import UDFSync

@Suite("Live", .timeLimit(.minutes(2))) struct LiveTests {
  /// An engine whose rows are kept up to date by a stream: the row `a`, by one pull.
  private func liveBench(conflict: ConflictPolicy = .replay, options: SyncOptions = SyncOptions()) async -> Bench {
    let bench = Bench(options: options, conflict: conflict)
    bench.remote.edit { server in
      server.offersLive = true
      server.put("a", "a")
    }
    #expect(await bench.engine.pull() == .changed)
    await bench.status(\.isLive)
    return bench
  }

  /// Waits until a stream is open again, however long the engine pauses.
  private func reopened(_ bench: Bench, _ count: Int) async {
    while bench.remote.streams.requests.count < count {
      let due = bench.clock.deadlines.min()
      // Only to what was due before a stream was open, or the silence of the new stream would end it.
      if await bench.engine.machine.stream == nil, let due {
        bench.clock.advance(max(0, due - bench.clock.uptime) + 0.001)
      }
      await Task.yield()
    }
    await bench.status(\.isLive)
  }

  /// Waits until the engine has written the stream's page and reads on.
  private func reading(_ bench: Bench) async {
    while await bench.engine.machine.stream?.isReading != true { await Task.yield() }
  }

  @Test("a change on the server is delivered without a request, and rows stay fresh longer than their time to live")
  func change() async throws {
    var options = SyncOptions()
    options.ttl = 10
    let bench = await liveBench(options: options)
    bench.remote.edit { $0.put("b", "b") }
    await bench.status { $0.cursor == "T2" }
    #expect(try await bench.shown() == ["a": "a", "b": "b"])
    await reading(bench)
    // Less than the silence that ends a stream.
    bench.clock.advance(40)
    #expect(await bench.engine.status.isStale == false)
    #expect(await bench.engine.age ?? 100 <= 45)
    #expect(await bench.engine.pull() == .fresh)
    #expect(bench.remote.pulls.count == 1)
    #expect(bench.remote.streams.requests.map(\.token) == ["T1"])
  }

  @Test("an own mutation is confirmed by the stream, without a pull")
  func confirmed() async throws {
    let bench = await liveBench()
    try await bench.put("a", "mine")
    await bench.status { $0.pending == 0 && $0.phase == .idle && $0.cursor == "T2" }
    #expect(try await bench.shown() == ["a": "mine"])
    #expect(bench.remote.pushes.count == 1)
    #expect(bench.remote.pulls.count == 1)
    #expect(await bench.engine.status.isLive)
  }

  @Test("a page before the response to a push waits for it, and confirms it")
  func overtaken() async throws {
    let bench = await liveBench()
    bench.remote.plan(.hold)
    try await bench.put("a", "mine")
    await bench.remote.arrived(2)
    bench.remote.edit { $0.put("b", "b") }
    // The page is here by then.
    for _ in 0..<100 { await Task.yield() }
    #expect(await bench.engine.status.cursor == "T1")
    bench.remote.release()
    await bench.status { $0.pending == 0 && $0.phase == .idle && $0.cursor == "T3" }
    #expect(try await bench.shown() == ["a": "mine", "b": "b"])
    #expect(bench.remote.pulls.count == 1)
  }

  @Test("own mutations of one row do not conflict, with any policy", arguments: ["server", "merge"])
  func noConflict(_ policy: String) async throws {
    let merging = ConflictPolicy(merging: { conflict in
      Issue.record("asked about \(conflict.mutation.id)")
      return conflict.mine?.body
    })
    let bench = await liveBench(conflict: policy == "server" ? .serverWins : merging)
    for number in 1...20 { try await bench.put("a", "mine \(number)") }
    await bench.status { $0.pending == 0 && $0.phase == .idle }
    #expect(await bench.engine.status.dead == 0)
    #expect(bench.remote.server.madeBodies.count == 20)
    #expect(try await bench.shown() == ["a": "mine 20"])
    #expect(bench.remote.pulls.count == 1)
  }

  @Test("a change of another client before the own one is sent is a conflict")
  func conflict() async throws {
    let bench = await liveBench(conflict: .serverWins)
    bench.remote.plan(.hold)
    bench.remote.streams.beSilent()
    try await bench.put("b", "mine")
    await bench.remote.arrived(2)
    try await bench.put("a", "mine")
    bench.remote.edit { $0.put("a", "theirs") }
    bench.remote.streams.beSilent(false)
    // The page waits for the answer to the push.
    while await bench.engine.machine.stream?.page == nil { await Task.yield() }
    bench.remote.release()
    await bench.status { $0.dead == 1 && $0.pending == 0 }
    #expect(try await bench.shown() == ["a": "theirs", "b": "mine"])
  }

  @Test("a change of another client is a conflict although the connection of the stream is broken and seems open")
  func brokenConnection() async throws {
    let bench = await liveBench(conflict: .serverWins)
    await reading(bench)
    bench.remote.streams.beSilent()
    bench.remote.edit { $0.put("a", "theirs") }
    bench.clock.advance(5)
    #expect(await bench.engine.status.isLive)
    try await bench.put("a", "mine")
    await bench.status { $0.pending == 0 && $0.phase == .idle }
    #expect(await bench.engine.status.dead == 1)
    #expect(try await bench.shown() == ["a": "theirs"])
    #expect(bench.remote.pushes.isEmpty)
  }

  @Test("if the stream does not contain a push within two seconds, the rows are pulled")
  func lateConfirmation() async throws {
    let bench = await liveBench()
    bench.remote.streams.beSilent()
    try await bench.put("a", "mine")
    await bench.status { $0.phase == .pulling && $0.pending == 1 }
    #expect(bench.remote.pulls.count == 1)
    bench.clock.advance(2)
    await bench.status { $0.pending == 0 }
    #expect(bench.remote.pulls.count == 2)
    bench.remote.streams.beSilent(false)
    await bench.status(\.isLive)
    #expect(bench.remote.streams.requests.map(\.token) == ["T1", "T2"])
  }

  @Test(
    "a stream that breaks or ends is opened again from the stored token, without a pull",
    arguments: [nil, RemoteFailure.unreachable])
  func resumed(_ failure: RemoteFailure?) async throws {
    let bench = await liveBench()
    bench.remote.edit { $0.put("b", "b") }
    await bench.status { $0.cursor == "T2" }
    bench.remote.streams.end(failure)
    await bench.status { !$0.isLive }
    bench.remote.edit { $0.put("c", "c") }
    await reopened(bench, 2)
    #expect(bench.remote.streams.requests.map(\.token) == ["T1", "T2"])
    #expect(try await bench.shown() == ["a": "a", "b": "b", "c": "c"])
    #expect(bench.remote.pulls.count == 1)
    await bench.remote.streams.open(1)
  }

  @Test("a stream without a byte for 45 seconds is closed and opened again; a comment is a byte")
  func silence() async throws {
    let bench = await liveBench()
    bench.clock.advance(40)
    bench.remote.streams.note()
    bench.clock.advance(40)
    for _ in 0..<100 { await Task.yield() }
    #expect(await bench.engine.status.isLive)
    bench.clock.advance(5)
    await bench.status { !$0.isLive }
    #expect(await bench.engine.status.isStale)
    await reopened(bench, 2)
    await bench.remote.streams.open(1)
  }

  @Test("a page that does not continue the stored token is not written, and the stream is opened again")
  func outOfOrder() async throws {
    let bench = await liveBench()
    bench.remote.streams.send(
      PullPage(from: .some("T7"), next: "T8", changes: [.delete("a", version: 8)], mutations: [:], epoch: "E1"))
    await bench.status { !$0.isLive }
    await reopened(bench, 2)
    #expect(bench.remote.streams.requests.map(\.token) == ["T1", "T1"])
    #expect(try await bench.shown() == ["a": "a"])
    #expect(bench.remote.pulls.count == 1)
  }

  @Test("after an expired token everything is pulled again, and the stream continues from there")
  func expired() async throws {
    let bench = await liveBench()
    bench.remote.edit { server in
      server.delete("a")
      server.put("b", "b")
      server.expire()
    }
    bench.remote.streams.end(RemoteFailure(.expired, "feed: expired"))
    await bench.status { $0.cursor == "T3" }
    await reopened(bench, 2)
    #expect(try await bench.shown() == ["b": "b"])
    #expect(bench.remote.streams.requests.map(\.token).last == "T3")
  }

  @Test("a stream that continues in another epoch is closed, and everything is pulled again")
  func epoch() async throws {
    let bench = await liveBench()
    let backup = bench.remote.server
    bench.remote.edit { $0.put("b", "lost") }
    await bench.status { $0.cursor == "T2" }
    bench.remote.edit { server in
      server.restore(backup)
      server.put("c", "c")
      server.put("d", "d")
    }
    await bench.status { $0.cursor == "T3" }
    await reopened(bench, 2)
    #expect(try await bench.shown() == ["a": "a", "c": "c", "d": "d"])
  }

  @Test("a server that announces streams and has none is pulled from, and asked again after ten minutes")
  func absent() async throws {
    let bench = Bench()
    bench.remote.edit { $0.offersLive = true }
    bench.remote.streams.plan(.absent)
    await bench.engine.pull()
    await bench.remote.streams.asked(1)
    while await bench.engine.machine.stream != nil { await Task.yield() }
    bench.remote.edit { $0.put("a", "a") }
    bench.clock.advance(61)
    #expect(await bench.engine.pull() == .changed)
    bench.clock.advance(500)
    await bench.engine.pull()
    #expect(bench.remote.streams.requests.count == 1)
    bench.clock.advance(40)
    await bench.status(\.isLive)
    #expect(bench.remote.streams.requests.count == 2)
  }

  @Test("a server that refuses the caller of a stream is pulled from, which returns the reason")
  func unauthorized() async throws {
    let bench = await liveBench()
    bench.remote.plan(.fail(RemoteFailure(.unauthorized, "feed: log in")))
    bench.remote.streams.end(RemoteFailure(.unauthorized, "feed: log in"))
    #expect(await bench.status { $0.phase == .halted }?.problem == "feed: log in")
    #expect(await bench.engine.pull() == .unchanged)
    await reopened(bench, 2)
  }

  @Test("a forced pull sends a request, and the stream continues after it")
  func forced() async throws {
    let bench = await liveBench()
    #expect(await bench.engine.pull(force: true) == .unchanged)
    await bench.status(\.isLive)
    #expect(bench.remote.pulls.count == 2)
    await bench.remote.streams.open(1)
  }

  @Test("a reset closes the stream, and restores nothing until the next pull")
  func reset() async throws {
    let bench = await liveBench()
    try await bench.engine.reset()
    await bench.remote.streams.closed()
    bench.remote.edit { $0.put("b", "b") }
    #expect(try await bench.shown() == [:])
    bench.clock.advance(1000)
    #expect(await bench.engine.pull() == .changed)
    await bench.status(\.isLive)
    #expect(bench.remote.streams.requests.map(\.token) == ["T1", "T2"])
  }

  @Test("stopping an engine closes its stream")
  func stop() async throws {
    let bench = await liveBench()
    await bench.engine.stop()
    await bench.remote.streams.closed()
    #expect(await bench.engine.status.isLive == false)
  }

  @Test("an open stream does not retain an unused engine")
  func released() async throws {
    let remote = TestRemote()
    weak var engine: SyncEngine?
    do {
      let bench = Bench(remote: remote)
      engine = bench.engine
      remote.edit { $0.offersLive = true }
      await bench.engine.pull()
      await bench.status(\.isLive)
    }
    await remote.streams.closed()
    #expect(engine == nil)
  }

  @Test("with live = false, and before the first pull, no stream is opened")
  func turnedOff() async throws {
    let bench = Bench(options: SyncOptions(live: false))
    bench.remote.edit { $0.offersLive = true }
    await bench.engine.pull()
    await bench.quiet()
    #expect(bench.remote.streams.requests.isEmpty)
    let next = await bench.relaunched()
    await next.engine.open()
    #expect(bench.remote.streams.requests.isEmpty)
    // A "not modified" does not say whether there are streams.
    #expect(await next.engine.pull(force: true) == .unchanged)
    await next.status(\.isLive)
  }

  @Test("an engine with fresh rows in its cache opens a stream without pulling them")
  func relaunched() async throws {
    let bench = await liveBench()
    let next = await bench.relaunched()
    #expect(await next.engine.pull() == .fresh)
    await next.status(\.isLive)
    bench.remote.edit { $0.put("b", "b") }
    await next.status { $0.cursor == "T2" }
    #expect(bench.remote.pulls.count == 1)
  }

  @Test("mutations of an earlier opening are confirmed by the stream as well")
  func earlierNames() async throws {
    let bench = await liveBench()
    bench.remote.plan(.fail(.unreachable))
    try await bench.put("a", "first")
    await bench.status { $0.phase == .waiting }
    let next = await bench.relaunched()
    await next.engine.pull()
    await next.status { $0.isLive && $0.pending == 0 }
    try await next.put("a", "second")
    await next.status { $0.pending == 0 && $0.phase == .idle }
    #expect(try await next.shown() == ["a": "second"])
    #expect(bench.remote.server.madeBodies.count == 2)
    let names = Set(bench.remote.pushes.map(\.client))
    #expect(names.count == 2)
    #expect(
      Set([bench.remote.streams.requests.last].compactMap(\.self).flatMap { [$0.client] + $0.clients }).isSubset(
        of: names))
  }
}
