import Testing
import UDF

@testable import UDFSync

@Suite("Faults: network") struct NetworkFaultTests {
  @Test("a lost request is sent again automatically")
  func lostRequest() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "first") }
    bench.remote.plan(.fail(.unreachable))
    #expect(await bench.engine.pull() == .failed("feed: cannot be reached"))
    bench.clock.advance(1)
    await bench.remote.arrived(2)
    await bench.quiet()
    #expect(try await bench.shown() == ["a": "first"])
    #expect(await bench.engine.status.problem == nil)
  }

  @Test("a response that is lost after the server has made a mutation causes a retry, and the mutation is made once")
  func lostAnswer() async throws {
    let bench = Bench()
    bench.remote.plan(.lose(.unreachable))
    try await bench.put("a", "mine")
    await bench.status { $0.phase == .waiting }
    #expect(try await bench.shown() == ["a": "mine"])
    #expect(await bench.engine.pull() == .changed)
    #expect(bench.remote.pushes.map { $0.mutations.map(\.id) } == [[1], [1]])
    #expect(bench.remote.server.version == 1)
    #expect(await bench.engine.pending().isEmpty)
  }

  @Test(
    "a response that cannot be read is reported and requested again; rows and token stay",
    arguments: [
      "feed: line 3: the answer ends in the middle of a row", "feed: not JSON: <html>",
    ])
  func garbled(text: String) async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "first") }
    await bench.engine.pull()
    bench.remote.edit { $0.put("b", "second") }
    bench.remote.plan(.fail(RemoteFailure(.garbled, text)))
    #expect(await bench.engine.pull(force: true) == .failed(text))
    #expect(await bench.engine.status.cursor == "T1")
    #expect(try await bench.shown() == ["a": "first"])
    bench.clock.advance(1)
    await bench.remote.arrived(3)
    await bench.quiet()
    #expect(try await bench.shown() == ["a": "first", "b": "second"])
  }

  @Test("a response that never ends is cancelled, for a push and for a pull")
  func drip() async throws {
    let bench = Bench()
    bench.remote.plan(.hold)
    try await bench.put("a", "mine")
    await bench.remote.arrived(1)
    bench.clock.advance(30)
    let status = await bench.status { $0.phase == .waiting }
    #expect(status?.problem == "articles: no answer to a push within 30.0 s; is the server reachable?")
    #expect(await bench.engine.pull() == .changed)
    #expect(await bench.engine.pending().isEmpty)
  }

  @Test("\"not modified\" for an empty cache causes one full request, and then is a failure")
  func notModifiedWithoutRows() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "first") }
    bench.remote.plan(.reply(.notModified(age: 0)))
    #expect(await bench.engine.pull() == .changed)
    #expect(bench.remote.pulls.map(\.etag) == [nil, nil])
    let other = Bench()
    other.remote.plan(.reply(.notModified(age: 0)), .reply(.notModified(age: 0)))
    #expect(
      await other.engine.pull()
        == .failed(
          "articles: the server answered \"not modified\" to a request without an ETag; the request is repeated")
    )
    #expect(other.remote.pulls.count == 2)
  }

  @Test("\"not modified\" without an etag is accepted, and the next request has the known etag")
  func notModified() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "first") }
    await bench.engine.pull()
    let writes = await bench.cache.writes.count
    #expect(await bench.engine.pull(force: true) == .unchanged)
    #expect(await bench.engine.pull(force: true) == .unchanged)
    #expect(bench.remote.pulls.map(\.etag) == [nil, "E1-1/0", "E1-1/0"])
    #expect(await bench.cache.writes.count == writes, "a 304 has written something")
  }

  @Test("a server receives no requests before its Retry-After, from any caller", arguments: [429, 503])
  func retryAfter(code: Int) async throws {
    let bench = Bench()
    bench.remote.plan(.fail(RemoteFailure(.unavailable, "feed: answered \(code)", retryAfter: 120)))
    #expect(await bench.engine.pull() == .failed("feed: answered \(code)"))
    #expect(await bench.engine.status.retryIn == 120)
    #expect(await bench.engine.pull(force: true) == .failed("feed: answered \(code)"))
    bench.clock.advance(119)
    #expect(await bench.engine.pull() == .failed("feed: answered \(code)"))
    #expect(bench.remote.pulls.count == 1)
    bench.clock.advance(1)
    await bench.remote.arrived(2)
    #expect(await bench.quiet()?.problem == nil)
  }

  @Test("after a 401, rows and outbox stay, and nothing is sent before the next pull")
  func unauthorized() async throws {
    let bench = Bench(options: SyncOptions(page: 2))
    bench.remote.edit { server in for key in ["a", "b", "c"] { server.put(key, key) } }
    bench.remote.plan(.lose(.unreachable), .fail(RemoteFailure(.unauthorized, "feed: answered 401; log in again")))
    #expect(await bench.engine.pull() == .failed("feed: cannot be reached"))
    #expect(await bench.engine.pull() == .failed("feed: answered 401; log in again"))
    let status = await bench.engine.status
    #expect(status.phase == .halted && status.retryIn == nil)
    try await bench.put("d", "mine")
    bench.clock.advance(10_000)
    #expect(bench.remote.pushes.isEmpty)
    #expect(try await bench.shown() == ["d": "mine"])
    #expect(await bench.engine.pull() == .changed)
    #expect(try await bench.shown() == ["a": "a", "b": "b", "c": "c", "d": "mine"])
  }

  @Test(
    "401 between pages keeps the received pages",
    arguments: [RemoteFailure.Code.unauthorized, .outdated, .refused, .unsupported])
  func haltMidway(code: RemoteFailure.Code) async throws {
    let bench = Bench(options: SyncOptions(page: 2))
    bench.remote.edit { server in for key in ["a", "b", "c"] { server.put(key, key) } }
    bench.remote.plan(
      .reply(ModelServer.page(.put("a", "a", version: 1), .put("b", "b", version: 2), next: "T2/0", hasMore: true)),
      .fail(RemoteFailure(code, "feed: no")))
    #expect(await bench.engine.pull() == .failed("feed: no"))
    #expect(await bench.engine.status.phase == .halted)
    #expect(try await bench.shown() == ["a": "a", "b": "b"])
    #expect(await bench.engine.pull() == .changed)
    #expect(bench.remote.pulls.map(\.token) == [nil, "T2/0", "T2/0"])
  }

  @Test("an expired token causes a full pull that is staged and swapped in; deleted rows are removed")
  func expired() async throws {
    let bench = Bench(options: SyncOptions(page: 2))
    bench.remote.edit { server in for key in ["a", "b", "c"] { server.put(key, key) } }
    await bench.engine.pull()
    bench.remote.edit { server in
      server.delete("a")
      server.put("d", "d")
      server.expire()
    }
    bench.remote.plan(.lose(RemoteFailure(.expired, "feed: expired")), .hold)
    async let pull = bench.engine.pull(force: true)
    await bench.remote.arrived(4)
    #expect(try await bench.shown() == ["a": "a", "b": "b", "c": "c"])
    bench.remote.release()
    #expect(await pull == .changed)
    #expect(try await bench.shown() == ["b": "b", "c": "c", "d": "d"])
    #expect(bench.remote.pulls.map(\.token) == [nil, "T2/0", "T3", nil, "T3/5"])
  }

  @Test("a token that expires again at once is a failure, not a loop")
  func expiresTwice() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "a") }
    await bench.engine.pull()
    let failure = RemoteFailure(.expired, "feed: expired")
    bench.remote.plan(.fail(failure), .fail(failure))
    #expect(await bench.engine.pull(force: true) == .failed("feed: expired"))
    #expect(bench.remote.pulls.count == 3)
    #expect(try await bench.shown() == ["a": "a"])
  }

  @Test("an interrupted full pull continues, and one that starts again discards its rows")
  func stagingGoesOn() async throws {
    let bench = Bench(seeds: TestSeeds(["z": "seed"]), options: SyncOptions(page: 2))
    bench.remote.edit { server in for key in ["a", "b", "c", "d"] { server.put(key, key) } }
    bench.remote.plan(
      .reply(ModelServer.page(.put("x", "x", version: 1), .put("b", "b", version: 2), next: "T2/0", hasMore: true)),
      .fail(.unreachable))
    #expect(await bench.engine.pull() == .failed("feed: cannot be reached"))
    #expect(try await bench.shown() == ["z": "seed"])
    bench.remote.plan(.fail(RemoteFailure(.expired, "feed: expired")))
    #expect(await bench.engine.pull() == .changed)
    #expect(bench.remote.pulls.map(\.token) == [nil, "T2/0", "T2/0", nil, "T2/0"])
    #expect(try await bench.shown() == ["a": "a", "b": "b", "c": "c", "d": "d"], "x was of the pull that was given up")
  }

  @Test("a response to an older token is ignored, and causes no loop")
  func staleProxy() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "a") }
    await bench.engine.pull()
    bench.remote.edit { $0.put("a", "b") }
    await bench.engine.pull(force: true)
    bench.remote.plan(.reply(ModelServer.page(.put("a", "a", version: 1), from: .some(nil), next: "T1")))
    #expect(
      await bench.engine.pull(force: true)
        == .failed(
          "articles: the server was asked for changes after \"T2\" and answered for the beginning; the request is repeated"
        )
    )
    #expect(await bench.engine.status.cursor == "T2")
    #expect(try await bench.shown() == ["a": "b"])
  }

  @Test("a stale proxy is asked once per retry, and rows arrive when it is no longer stale")
  func staleForLong() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "a") }
    await bench.engine.pull()
    bench.remote.edit { $0.put("a", "b") }
    let stale = TestRemote.Plan.reply(ModelServer.page(.put("a", "z", version: 9), from: .some(nil), next: "T1"))
    for _ in 0..<30 { bench.remote.plan(stale) }
    await bench.engine.pull(force: true)
    for retry in 1..<30 {
      #expect(bench.remote.pulls.count == 1 + retry)
      #expect(try #require(await bench.engine.status.retryIn) <= 32)
      #expect(try await bench.shown() == ["a": "a"])
      bench.clock.advance(32)
      await bench.remote.arrived(2 + retry)
      await bench.quiet()
    }
    bench.clock.advance(32)
    await bench.remote.arrived(32)
    #expect(await bench.quiet()?.problem == nil)
    #expect(try await bench.shown() == ["a": "b"])
    #expect(bench.remote.pulls.dropFirst().map(\.token) == Array(repeating: "T1", count: 31))
  }

  @Test("a server that repeats a token with more pages is abandoned")
  func sameToken() async throws {
    let bench = Bench()
    bench.remote.plan(
      .reply(ModelServer.page(.put("a", "a", version: 1), next: "T1", hasMore: true)),
      .reply(ModelServer.page(.put("b", "b", version: 2), next: "T2", hasMore: true)),
      .reply(ModelServer.page(.put("a", "a", version: 1), next: "T1", hasMore: true)))
    #expect(
      await bench.engine.pull()
        == .failed(
          "articles: the server announces more rows after \"T1\", which this pull has already requested; the request is repeated"
        ))
    #expect(bench.remote.pulls.count == 3)
    #expect(try await bench.shown() == ["a": "a", "b": "b"])
  }

  @Test("the second of three pages fails: the first stays, and the next pull continues after it")
  func secondPage() async throws {
    let bench = Bench(options: SyncOptions(page: 2))
    bench.remote.edit { server in for key in ["a", "b", "c", "d", "e"] { server.put(key, key) } }
    bench.remote.plan(
      .reply(ModelServer.page(.put("a", "a", version: 1), .put("b", "b", version: 2), next: "T2/0", hasMore: true)),
      .fail(.unreachable))
    #expect(await bench.engine.pull() == .failed("feed: cannot be reached"))
    #expect(try await bench.shown() == ["a": "a", "b": "b"])
    #expect(await bench.engine.pull() == .changed)
    #expect(bench.remote.pulls.map(\.token) == [nil, "T2/0", "T2/0", "T4/0"])
    #expect(try await bench.shown().count == 5)
  }

  @Test("rows that are repeated, out of order and overlapping end as the latest of each")
  func disorder() async throws {
    let bench = Bench()
    bench.remote.plan(
      .reply(
        ModelServer.page(
          .put("a", "new", version: 9), .put("a", "old", version: 3), .put("b", "b", version: 4),
          .put("b", "b", version: 4),
          next: "T9", hasMore: true)),
      .reply(ModelServer.page(.put("b", "older", version: 2), .put("a", "old", version: 3), next: "T10")))
    #expect(await bench.engine.pull() == .changed)
    #expect(try await bench.shown() == ["a": "new", "b": "b"])
  }

  @Test("for a row that one page both makes and deletes, the later change applies")
  func madeAndDeleted() async throws {
    let bench = Bench()
    bench.remote.plan(
      .reply(
        ModelServer.page(
          .delete("a", version: 5), .put("a", "a", version: 4), .delete("b", version: 6),
          .put("b", "b again", version: 7),
          next: "T7")))
    #expect(await bench.engine.pull() == .changed)
    #expect(try await bench.shown() == ["b": "b again"])
  }

  @Test("a server whose token goes back sends rows again, and none is reverted")
  func tokenGoesBack() async throws {
    let bench = Bench()
    bench.remote.plan(
      .reply(ModelServer.page(.put("a", "a9", version: 9), next: "T9")),
      .reply(ModelServer.page(next: "T5")),
      .reply(ModelServer.page(.put("a", "a7", version: 7), .put("b", "b8", version: 8), next: "T9")))
    await bench.engine.pull()
    await bench.engine.pull(force: true)
    #expect(await bench.engine.pull(force: true) == .changed)
    #expect(bench.remote.pulls.map(\.token) == [nil, "T9", "T5"])
    #expect(try await bench.shown() == ["a": "a9", "b": "b8"])
  }

  @Test("a response after the end of its request is ignored")
  func outOfOrder() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "old") }
    bench.remote.plan(.holdOn)
    async let pull = bench.engine.pull()
    await bench.remote.arrived(1)
    bench.clock.advance(30)
    _ = await pull
    bench.remote.edit { $0.delete("a") }
    #expect(await bench.engine.pull() == .unchanged)
    bench.remote.release()
    #expect(await bench.engine.pull(force: true) == .unchanged)
    #expect(try await bench.shown() == [:])
  }

  @Test("retries are spread over a time that doubles up to a maximum")
  func backoff() async throws {
    // A client that always draws the largest number waits the longest possible time.
    let (bench, longest) = (Bench(), Bench(random: Greatest()))
    var waits: [Double] = []
    for most in [1.0, 2, 4, 8, 16, 32, 32, 32] {
      bench.remote.plan(.fail(.unreachable))
      longest.remote.plan(.fail(.unreachable))
      await bench.engine.pull()
      await longest.engine.pull()
      let wait = try #require(await bench.engine.status.retryIn)
      #expect(wait <= most)
      #expect(await longest.engine.status.retryIn == most)
      waits.append(wait)
    }
    #expect(Set(waits).count > 4, "without jitter all clients come back at once")
    await bench.engine.pull()
    bench.remote.plan(.fail(.unreachable))
    await bench.engine.pull(force: true)
    #expect(try #require(await bench.engine.status.retryIn) <= 1, "what went well begins anew")
  }

  @Test("failed pushes are sent after longer and longer pauses, although pulls deliver rows in between")
  func backoffOfPushes() async throws {
    let bench = Bench(options: SyncOptions(live: false), conflict: .serverWins, random: Greatest())
    await bench.engine.pull()
    for (number, most) in [1.0, 2, 4, 8].enumerated() {
      bench.remote.edit { $0.put("theirs \(number)", "theirs") }
      bench.remote.plan(.serve, .fail(.unreachable))
      let count = bench.remote.pulls.count + bench.remote.pushes.count
      try await bench.put("mine \(number)", "mine")
      // The first one is sent at once.
      if number > 0 { bench.clock.advance(32) }
      await bench.remote.arrived(count + 2)
      await bench.status { $0.phase == .waiting }
      #expect(await bench.engine.status.retryIn == most)
      #expect(try await bench.shown()["theirs \(number)"] == "theirs")
    }
    bench.clock.advance(32)
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(await bench.engine.status.problem == nil)
  }
}

private struct Greatest: RandomNumberGenerator {
  func next() -> UInt64 { .max }
}
