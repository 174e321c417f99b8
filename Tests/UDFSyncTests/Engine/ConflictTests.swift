import Platform
import Testing
import UDF

@testable import UDFSync

@Suite("Conflicts") struct ConflictTests {
  /// A change that waits while the server's row changes under it.
  private func conflict(_ policy: ConflictPolicy) async throws -> Bench {
    let bench = Bench(conflict: policy)
    bench.remote.edit { $0.put("a", "old") }
    await bench.engine.pull()
    bench.remote.plan(.fail(.unreachable))
    try await bench.put("a", "mine")
    await bench.status { $0.phase == .waiting }
    bench.remote.edit { $0.put("a", "theirs") }
    #expect(await bench.engine.pull() == .changed)
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    return bench
  }

  @Test("by default, pending changes are applied to the server's row")
  func replay() async throws {
    let bench = try await conflict(.replay)
    #expect(try await bench.shown() == ["a": "mine"])
    #expect(bench.remote.server.rows[RowKey("a")] == json("a", "mine"))
  }

  @Test("if the policy says so, the server's row stays, and the change becomes a dead letter that was never sent")
  func drop() async throws {
    let bench = try await conflict(.serverWins)
    #expect(try await bench.shown() == ["a": "theirs"])
    #expect(bench.remote.pushes.isEmpty)
    #expect(try await bench.engine.deadLetters().map(\.code) == ["conflict"])
  }

  @Test("a row that comes again with its fields in another order is no conflict")
  func order() async throws {
    let bench = Bench(conflict: .serverWins)
    bench.remote.edit { $0.put("a", "old") }
    await bench.engine.pull()
    bench.remote.plan(.fail(.unreachable))
    try await bench.put("a", "mine")
    await bench.status { $0.phase == .waiting }
    bench.remote.edit { $0.put(RowKey("a"), Array(#"{"title":"old","id":"a"}"#.utf8)) }
    #expect(await bench.engine.pull() == .changed)
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(bench.remote.server.rows[RowKey("a")] == json("a", "mine"))
    #expect(try await bench.engine.deadLetters().isEmpty)
  }

  @Test(
    "a patch of a row that the cache does not have is applied to the server's row, with any policy",
    arguments: [true, false])
  func unknown(_ isReset: Bool) async throws {
    let bench = Bench(conflict: ConflictPolicy(merging: { _ in nil }))
    bench.remote.edit { $0.put("a", "old") }
    if isReset { await bench.engine.pull() }
    bench.remote.plan(.fail(.unreachable))
    try await bench.engine.mutate(.patch, RowKey("a"), body: Array(#"{"title":"mine"}"#.utf8))
    await bench.status { $0.phase == .waiting }
    if isReset { try await bench.engine.reset() }
    await bench.engine.pull()
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(bench.remote.server.rows[RowKey("a")] == json("a", "mine"))
  }

  @Test("a policy merges both changes")
  func replace() async throws {
    let bench = try await conflict(
      ConflictPolicy { _, row in .replace(body: json("a", "mine and \(row.map(title) ?? "nothing")")) })
    #expect(bench.remote.server.rows[RowKey("a")] == json("a", "mine and theirs"))
    #expect(try await bench.shown() == ["a": "mine and theirs"])
  }

  @Test(
    "a policy is called once for a change of the row, never for an equal row, and never for a sent mutation")
  func asked() async throws {
    let asked = Guarded<[String]>([])
    let policy = ConflictPolicy { mutation, row in
      asked.withLock { $0.append("\(mutation.id) over \(row.map(title) ?? "nothing")") }
      return .keep
    }
    let bench = Bench(conflict: policy)
    bench.remote.edit { server in
      server.put("a", "old")
      server.put("b", "old")
    }
    await bench.engine.pull()
    bench.remote.plan(.fail(.unreachable))
    try await bench.put("a", "mine")
    await bench.status { $0.phase == .waiting }
    try await bench.put("b", "mine")
    bench.remote.edit { $0.delete("b") }
    // A page that brings a row again as it is, a deletion, and then a lost answer to what was sent.
    bench.remote.plan(
      .reply(ModelServer.page(.put("a", "old", version: 1), .delete("b", version: 3), next: "T3")), .lose(.unreachable))
    await bench.engine.pull()
    await bench.status { $0.phase == .waiting }
    bench.remote.edit { $0.put("a", "theirs") }
    await bench.engine.pull()
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(asked.withLock { $0 } == ["2 over nothing"])
  }

  @Test("a row that is missing in a full pull is a conflict as a reported deletion is")
  func goneAnew() async throws {
    let bench = Bench(options: SyncOptions(page: 2), conflict: .serverWins)
    bench.remote.edit { server in for key in ["a", "b", "c", "d"] { server.put(key, "old") } }
    await bench.engine.pull()
    bench.remote.plan(.fail(.unreachable))
    try await bench.put("a", "mine")
    await bench.status { $0.phase == .waiting }
    try await bench.put("b", "mine")
    try await bench.put("n", "new")
    bench.remote.edit { server in
      server.delete("a")
      server.expire()
    }
    #expect(await bench.engine.pull() == .changed)
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(try await bench.shown() == ["b": "mine", "c": "old", "d": "old", "n": "new"])
    #expect(bench.remote.pushes.flatMap(\.mutations).map(\.key.description) == ["b", "n"])
    #expect(try await bench.engine.deadLetters().map(\.mutation.key) == [RowKey("a")])
  }

  @Test("a relaunched cache knows which mutations may have been sent")
  func relaunched() async throws {
    let policy = ConflictPolicy.serverWins
    let bench = Bench(conflict: policy)
    bench.remote.plan(.serve, .lose(.unreachable))
    try await bench.put("a", "mine")
    await bench.status { $0.phase == .waiting }
    let later = await bench.relaunched(conflict: policy)
    await later.engine.pull()
    await later.status { $0.phase == .idle && $0.pending == 0 }
    #expect(try await later.shown() == ["a": "mine"])
    #expect(try await later.engine.deadLetters().isEmpty)
  }

  @Test("another policy in the next launch is not called for mutations that may have been sent")
  func changed() async throws {
    let bench = Bench(conflict: .replay)
    bench.remote.plan(.lose(.unreachable))
    try await bench.put("a", "mine")
    await bench.status { $0.phase == .waiting }
    let later = await bench.relaunched(conflict: .serverWins)
    #expect(await later.engine.pull() == .changed)
    await later.status { $0.phase == .idle && $0.pending == 0 }
    #expect(try await later.shown() == ["a": "mine"])
    #expect(try await later.engine.deadLetters().isEmpty)
  }

  @Test("without further configuration, a core makes the policy that a collection names")
  func named() async throws {
    struct Core: SyncCore { let instances = Instances() }
    let change = Mutation(id: 1, .delete, RowKey("a"))
    var resolutions: [ConflictPolicy.Resolution] = []
    for conflict in SyncCollection.Conflict.allCases {
      let policy: ConflictPolicy = Core().dependency(SyncCollection("rows", folder: "/nowhere", conflict: conflict))
      resolutions.append(try await policy.resolve(Conflict(change, base: nil, mine: nil, theirs: nil)))
    }
    #expect(resolutions == [.keep, .drop])
  }

  @Test(
    "an own write that a pull returns is not a conflict of the next edit, also after a lost response", arguments: 0...2
  )
  func ownWrite(_ version: Int) async throws {
    let bench = Bench(conflict: .serverWins)
    bench.remote.edit { server in
      server.protocolVersion = version
      server.put("a", "old")
    }
    await bench.engine.pull()
    // The server makes the first, and its answer gets lost.
    bench.remote.plan(.serve, .lose(.unreachable))
    try await bench.put("a", "first")
    await bench.status { $0.phase == .waiting }
    try await bench.put("a", "second")
    await bench.engine.pull()
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(try await bench.engine.deadLetters().isEmpty)
    #expect(bench.remote.server.rows[RowKey("a")] == json("a", "second"))
  }

  @Test("nor is it if the server adds fields to the row", arguments: 0...2)
  func ownWriteChanged(_ version: Int) async throws {
    let bench = Bench(conflict: .serverWins)
    bench.remote.edit { server in
      server.protocolVersion = version
      server.put("a", "old")
    }
    await bench.engine.pull()
    bench.remote.plan(.serve, .lose(.unreachable))
    try await bench.put("a", "first")
    await bench.status { $0.phase == .waiting }
    let sent = try #require(bench.remote.pushes.last)
    try await bench.put("a", "second")
    let row = RowChange.put("a", "first, at noon", version: 3)
    bench.remote.plan(
      .reply(
        .page(
          PullPage(
            next: "T3", changes: [row], mutation: version == 1 ? 1 : nil,
            mutations: version == 2 ? [sent.client: 1] : nil))))
    await bench.engine.pull()
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(try await bench.engine.deadLetters().isEmpty)
    #expect(bench.remote.server.rows[RowKey("a")] == json("a", "second"))
  }

  @Test("a page without the own write contains another client's: the next edit is a conflict", arguments: 1...2)
  func otherWrite(_ version: Int) async throws {
    let bench = Bench(conflict: .serverWins)
    bench.remote.edit { server in
      server.protocolVersion = version
      server.put("a", "old")
    }
    await bench.engine.pull()
    bench.remote.plan(.serve, .fail(.unreachable))
    try await bench.engine.mutate(.patch, RowKey("a"), body: Array(#"{"n":1}"#.utf8))
    await bench.status { $0.phase == .waiting }
    try await bench.put("a", "second")
    bench.remote.edit { $0.put("a", "theirs") }
    await bench.engine.pull()
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(try await bench.engine.deadLetters().map(\.mutation.id) == [2])
    #expect(bench.remote.server.rows[RowKey("a")] == Array(#"{"id":"a","title":"theirs","n":1}"#.utf8))
  }

  @Test(
    "rows are compared as values: another order of fields, or 1.0 for 1, is not a conflict after the token has expired")
  func written() async throws {
    let bench = Bench(conflict: .serverWins)
    bench.remote.edit { $0.put(RowKey("a"), Array(#"{"id":"a","n":1,"title":"old"}"#.utf8)) }
    await bench.engine.pull()
    bench.remote.plan(.fail(.unreachable))
    try await bench.put("a", "mine")
    await bench.status { $0.phase == .waiting }
    bench.remote.edit { server in
      server.put(RowKey("a"), Array(#"{"title":"old", "n":1.0, "id":"a"}"#.utf8))
      server.expire()
    }
    await bench.engine.pull()
    await bench.status { $0.phase == .idle && $0.pending == 0 }
    #expect(try await bench.engine.deadLetters().isEmpty)
    #expect(bench.remote.server.rows[RowKey("a")] == json("a", "mine"))
  }
}
