import Testing
import UDF

@testable import UDFSync

@Suite("Faults: outbox") struct OutboxFaultTests {
  @Test("the first of three is refused permanently: the others are made, and the refusal is kept")
  func firstOfThree() async throws {
    let bench = Bench()
    bench.remote.plan(.fail(.unreachable))
    try await bench.put("a", "bad")
    await bench.status { $0.phase == .waiting }
    try await bench.put("b", "good")
    try await bench.put("c", "good")
    #expect(await bench.engine.pull() == .changed)
    #expect(try await bench.shown() == ["b": "good", "c": "good"])
    let client = try #require(bench.remote.pushes.first?.client)
    let refused = Mutation(id: 1, client: client, .put, RowKey("a"), body: json("a", "bad"))
    #expect(
      try await bench.engine.deadLetters()
        == [DeadLetter(refused, code: "bad", message: "the server does not take it", since: bench.clock.wall)])
    #expect(await bench.engine.status.dead == 1)
    try await bench.engine.bury([1])
    #expect(try await bench.engine.deadLetters().isEmpty)
  }

  @Test("a change is visible, written and in the outbox at once, or not at all")
  func oneCommit() async throws {
    let bench = Bench()
    bench.remote.plan(.fail(.unreachable))
    try await bench.put("a", "mine")
    let write = try #require(await bench.cache.writes.last { !$0.mutations.isEmpty })
    #expect(write.mutations.map(\.id) == [1])
    #expect(write.touched == [RowKey("a")])
  }

  @Test("a row that is deleted and made again with its key is the new one, on both sides")
  func deleteThenInsert() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "old") }
    await bench.engine.pull()
    bench.remote.plan(.fail(.unreachable))
    try await bench.engine.mutate(.delete, RowKey("a"))
    await bench.status { $0.phase == .waiting }
    #expect(try await bench.shown() == [:])
    try await bench.put("a", "new")
    #expect(try await bench.shown() == ["a": "new"])
    #expect(await bench.engine.pull() == .changed)
    #expect(try await bench.shown() == ["a": "new"])
    #expect(bench.remote.server.rows[RowKey("a")] == json("a", "new"))
  }

  @Test("a push that fails once is repeated without a new change, also after a relaunch")
  func uploadsAgain() async throws {
    let bench = Bench()
    bench.remote.plan(.fail(.unreachable))
    try await bench.put("a", "mine")
    await bench.status { $0.phase == .waiting }
    bench.clock.advance(1)
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    bench.remote.plan(.fail(.unreachable))
    try await bench.put("b", "mine too")
    await bench.status { $0.phase == .waiting }
    let later = await bench.relaunched()
    await later.engine.open()
    #expect(await later.engine.status.pending == 1)
    #expect(await later.engine.pull() == .changed)
    #expect(later.remote.server.rows.count == 2)
  }

  @Test("a change is applied until a pull returns its result, although the server already has it")
  func acknowledged() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "server") }
    await bench.engine.pull()
    bench.remote.plan(.serve, .hold)
    try await bench.engine.mutate(.patch, RowKey("a"), body: Array(#"{"title":"mine"}"#.utf8))
    await bench.remote.arrived(3)
    #expect(await bench.engine.pending().map(\.isAcknowledged) == [true])
    #expect(try await bench.shown() == ["a": "mine"])
    bench.remote.release()
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(try await bench.shown() == ["a": "mine"])
  }

  @Test("with a server that does not report the content of its pages, a change waits for the last of them")
  func lastOfPages() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("a", "old") }
    await bench.engine.pull()
    let first = PullPage(next: "P2", hasMore: true, changes: [.put("b", "b", version: 2)], mutation: nil)
    bench.remote.plan(.serve, .reply(.page(first)), .fail(.unreachable))
    try await bench.put("a", "mine")
    await bench.status { $0.phase == .waiting }
    #expect(try await bench.shown() == ["a": "mine", "b": "b"])
    #expect(await bench.engine.status.pending == 1)
    bench.remote.plan(.reply(.page(PullPage(next: "P3", changes: [.put("a", "mine", version: 3)], mutation: nil))))
    bench.clock.advance(1)
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(try await bench.shown() == ["a": "mine", "b": "b"])
    #expect(bench.remote.pulls.map(\.token) == [nil, "T1", "P2", "P2"])
  }

  @Test("rows without a change that the server has made are requested again")
  func lateRows() async throws {
    let bench = Bench()
    bench.remote.plan(.lose(.unreachable))
    try await bench.put("a", "mine")
    await bench.status { $0.phase == .waiting }
    // The second push goes well, and a replica of the server answers the pull.
    bench.remote.plan(.hold, .reply(ModelServer.page(next: "T0", mutation: 0)))
    async let pull = bench.engine.pull()
    await bench.remote.arrived(2)
    bench.remote.release()
    _ = await pull
    let status = await bench.status { $0.phase == .waiting }
    #expect(
      status?.problem
        == "articles: the server has made mutation 1, but its rows do not show it yet; "
        + "they are requested again")
    #expect(try await bench.shown() == ["a": "mine"])
    bench.clock.advance(1)
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(try await bench.shown() == ["a": "mine"])
  }

  @Test("a server that has lost acknowledged mutations, and the token, receives them again")
  func lostByServer() async throws {
    let bench = Bench()
    bench.remote.edit { $0.put("b", "old") }
    await bench.engine.pull()
    bench.remote.plan(.serve, .fail(.unreachable))
    try await bench.put("a", "mine")
    await bench.status { $0.phase == .waiting }
    bench.remote.edit { server in
      server = ModelServer()
      server.put("c", "c")
      server.put("b", "b")
      server.expire()
    }
    #expect(await bench.engine.pull() == .changed)
    #expect(await bench.quiet()?.phase == .idle)
    #expect(bench.remote.pushes.map { $0.mutations.map(\.id) } == [[1], [1]])
    #expect(bench.remote.server.rows[RowKey("a")] == json("a", "mine"))
    #expect(try await bench.shown() == ["a": "mine", "b": "b", "c": "c"])
    #expect(await bench.engine.pending().isEmpty)
  }

  @Test("a change without an effect is confirmed too, although the server's etag stays the same")
  func changesNothing() async throws {
    let bench = Bench()
    bench.remote.edit { server in
      server.etagCountsMutations = false
      server.put("a", "a")
    }
    await bench.engine.pull()
    try await bench.engine.mutate(.patch, RowKey("not there"), body: Array(#"{"title":"mine"}"#.utf8))
    #expect(await bench.quiet()?.pending == 0)
    #expect(bench.remote.pulls.map(\.etag) == [nil, nil])
  }

  @Test("two hundred and fifty changes are sent in batches of a hundred, in their order")
  func batches() async throws {
    let bench = Bench()
    bench.remote.plan(.fail(.unreachable))
    try await bench.put("k1", "row")
    await bench.status { $0.phase == .waiting }
    for number in 2...250 { try await bench.put("k\(number)", "row") }
    await bench.engine.pull()
    let sent = bench.remote.pushes.dropFirst().map { $0.mutations.map(\.id) }
    #expect(sent.map(\.count) == [100, 100, 50])
    #expect(sent.joined().elementsEqual(1...250))
  }

  @Test(
    "results for mutations that were not sent are ignored",
    arguments: [
      ([2], "was sent mutations 1 and answered for 2"), ([1, 2], "was sent mutations 1 and answered for 1, 2"),
      ([], "was sent 1 mutations and answered for none"),
    ])
  func foreignAnswers(ids: [Int64], text: String) {
    var rig = MachineRig()
    rig.enter(.pushing)
    rig.send(.pushed(rig.number, .success(PushReply(ids.map { ($0, .applied) }))))
    #expect(rig.machine.problem == "articles: the server \(text); the request is repeated")
    #expect(rig.machine.contents?.outbox.map(\.isAcknowledged) == [false])
  }

  @Test(
    "a body that is not a JSON object is refused",
    arguments: [
      (
        Mutation.Operation.put, "[1]" as String?,
        "put of \"a\" has a body that cannot be used: expected \"{\", got \"[\" at byte 1; give it one JSON object"
      ),
      (.put, nil, "put of \"a\" has no body; give it one JSON object"),
      (.patch, nil, "patch of \"a\" has no body; give it one JSON object"),
      (.delete, "{}", "delete of \"a\" has a body; a row is deleted by its key alone"),
    ])
  func badBodies(operation: Mutation.Operation, text: String?, message: String) async throws {
    let bench = Bench()
    await #expect(throws: SyncFailure("articles: \(message)")) {
      try await bench.engine.mutate(operation, RowKey("a"), body: text.map { Array($0.utf8) })
    }
  }

  @Test("a row without a key is refused, because no page with it could be read")
  func emptyKey() async throws {
    let bench = Bench()
    for operation in Mutation.Operation.allCases {
      await #expect(throws: SyncFailure("articles: \(operation) of \"\" has an empty key; give the row one")) {
        try await bench.engine.mutate(operation, RowKey(""), body: Array("{}".utf8))
      }
    }
    #expect(await bench.engine.pending().isEmpty)
  }

  @Test("a patch does nothing to a missing row")
  func patchOfNothing() async throws {
    let bench = Bench()
    bench.remote.plan(.fail(.unreachable))
    try await bench.engine.mutate(.patch, RowKey("a"), body: Array(#"{"title":"mine"}"#.utf8))
    #expect(try await bench.shown() == [:])
  }
}
