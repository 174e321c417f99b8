import Testing
import UDF

@testable import UDFSync

@Suite("Faults: refusals") struct RefusalFaultTests {
  private static let tooLarge = RemoteFailure(.refused, "feed: answered 413")
  private static let noPush = RemoteFailure(.unsupported, "feed: answered 404")

  /// Three changes that wait for the server, after a push of the first was lost.
  private func waiting() async throws -> Bench {
    let bench = Bench()
    bench.remote.edit { $0.put("s", "server") }
    bench.remote.plan(.fail(.unreachable))
    try await bench.put("a", "first")
    await bench.status { $0.phase == .waiting }
    try await bench.put("b", "second")
    try await bench.put("c", "third")
    return bench
  }

  private func pushed(_ bench: Bench) -> [[Int64]] { bench.remote.pushes.dropFirst().map { $0.mutations.map(\.id) } }

  @Test("one of three makes the server refuse the request: it is found, reported, and the others are made")
  func oneToBlame() async throws {
    let bench = try await waiting()
    bench.remote.plan(.fail(Self.tooLarge), .serve, .fail(Self.tooLarge))
    #expect(await bench.engine.pull() == .changed)
    #expect(pushed(bench) == [[1, 2, 3], [1], [2], [3]])
    let client = try #require(bench.remote.pushes.first?.client)
    let refused = Mutation(id: 2, client: client, .put, RowKey("b"), body: json("b", "second"))
    #expect(
      try await bench.engine.deadLetters()
        == [DeadLetter(refused, code: "refused", message: "feed: answered 413", since: bench.clock.wall)])
    #expect(try await bench.shown() == ["a": "first", "c": "third", "s": "server"])
    let status = await bench.quiet()
    #expect(status?.phase == .idle && status?.pending == 0 && status?.problem == nil)
  }

  @Test("after the one is found, the others are sent together again")
  func togetherAgain() async throws {
    let bench = try await waiting()
    bench.remote.plan(.fail(Self.tooLarge), .fail(Self.tooLarge))
    await bench.engine.pull()
    #expect(pushed(bench) == [[1, 2, 3], [1], [2, 3]])
  }

  @Test("a request that is too large is split")
  func tooMuch() async throws {
    let bench = try await waiting()
    bench.remote.plan(.fail(Self.tooLarge))
    await bench.engine.pull()
    #expect(pushed(bench) == [[1, 2, 3], [1], [2], [3]])
    #expect(try await bench.engine.deadLetters().isEmpty)
    #expect(await bench.quiet()?.pending == 0)
  }

  @Test("if no mutation is accepted, rows are still pulled, and all changes wait until one is accepted")
  func noneTaken() async throws {
    let bench = try await waiting()
    bench.remote.plan(.fail(Self.noPush))
    #expect(await bench.engine.pull() == .changed)
    var status = await bench.status { $0.phase == .halted }
    #expect(status?.problem == "feed: answered 404")
    #expect(status?.pending == 3 && status?.dead == 0 && status?.isStale == false && status?.retryIn == nil)
    #expect(try await bench.shown() == ["a": "first", "b": "second", "c": "third", "s": "server"])
    bench.clock.advance(10_000)
    #expect(pushed(bench) == [[1, 2, 3]], "it is tried again by itself")
    #expect(await bench.engine.pull() == .changed)
    status = await bench.status { $0.phase == .idle }
    #expect(status?.pending == 0 && status?.problem == nil)
    #expect(bench.remote.server.rows.count == 4)
  }

  @Test("without a server nothing is lost")
  func noServer() async throws {
    let bench = try await waiting()
    bench.remote.plan(.fail(Self.noPush), .fail(Self.noPush))
    #expect(await bench.engine.pull() == .failed("feed: answered 404"))
    let status = await bench.status { $0.phase == .halted }
    #expect(status?.pending == 3 && status?.dead == 0)
  }

  @Test("after a halt because no mutations are accepted, the next pull sends a request again")
  func askedAgain() async throws {
    let bench = Bench()
    bench.remote.plan(.fail(RemoteFailure(.unsupported, "feed: 404")))
    try await bench.put("a", "first")
    await bench.status { $0.phase == .halted }
    #expect(await bench.engine.pull() == .changed)
    #expect(bench.remote.server.rows[RowKey("a")] == json("a", "first"))
  }
}
