import Testing
import UDF

@testable import UDFSync

@Suite("Merges") struct MergeTests {
  struct Refusal: Error, CustomStringConvertible {
    let description = "the titles do not fit"
  }

  private static func title(_ row: SyncRow?) -> String { row.map(UDFSyncTests.title) ?? "nothing" }

  /// A policy that joins the titles of all three rows.
  private static let joining = ConflictPolicy(merging: { conflict in
    json(
      conflict.mutation.key.description,
      "\(title(conflict.base)) \(title(conflict.mine)) \(title(conflict.theirs))")
  })

  /// Edits that wait while the server's row changes under them.
  private func bench(_ policy: ConflictPolicy, _ edits: String..., theirs: String? = "theirs") async throws -> Bench {
    let bench = Bench(conflict: policy)
    bench.remote.edit { $0.put("a", "old") }
    await bench.engine.pull()
    bench.remote.plan(.fail(.unreachable))
    for edit in edits {
      try await bench.put("a", edit)
      await bench.status { $0.phase == .waiting }
    }
    bench.remote.edit { server in if let theirs { server.put("a", theirs) } else { server.delete("a") } }
    return bench
  }

  private func sync(_ bench: Bench) async {
    await bench.engine.pull()
    await bench.status { $0.phase == .idle && $0.pending == 0 }
  }

  @Test("a merge receives the row before both changes and the row of each side, and its result is sent to the server")
  func merged() async throws {
    let bench = try await bench(Self.joining, "mine")
    await sync(bench)
    #expect(bench.remote.server.rows[RowKey("a")] == json("a", "old mine theirs"))
    #expect(try await bench.shown() == ["a": "old mine theirs"])
    #expect(bench.remote.pushes.last?.mutations.map(\.operation) == [.put])
  }

  @Test("several edits of one row are merged each with the result of the previous one")
  func several() async throws {
    let bench = try await bench(Self.joining, "one", "two")
    await sync(bench)
    #expect(bench.remote.server.rows[RowKey("a")] == json("a", "one two old one theirs"))
  }

  @Test("a deleted row is nil, and a merge that returns nil deletes the row")
  func deleted() async throws {
    let merged = try await bench(Self.joining, "mine", theirs: nil)
    await sync(merged)
    #expect(merged.remote.server.rows[RowKey("a")] == json("a", "old mine nothing"))
    let deleting = try await bench(ConflictPolicy(merging: { _ in nil }), "mine")
    await sync(deleting)
    #expect(deleting.remote.server.rows.isEmpty)
    #expect(try await deleting.shown().isEmpty)
  }

  @Test("a row that an own write and another client have changed is merged with the own write as the base")
  func afterOwnWrite() async throws {
    let bench = Bench(conflict: Self.joining)
    bench.remote.edit { $0.put("a", "old") }
    await bench.engine.pull()
    bench.remote.plan(.serve, .lose(.unreachable))
    try await bench.put("a", "first")
    await bench.status { $0.phase == .waiting }
    try await bench.put("a", "second")
    bench.remote.edit { $0.put("a", "theirs") }
    await sync(bench)
    #expect(bench.remote.server.rows[RowKey("a")] == json("a", "first second theirs"))
  }

  @Test(
    "a merge that fails, or returns another row, makes a dead letter of the edit, and the engine continues",
    arguments: [
      (nil, "the merge failed: the titles do not fit"),
      (
        #"{"id":"b"}"#, #"the merged row has the key "b" instead of "a"; keep the field "id""#
      ),
      (
        "[]",
        #"the merged row cannot be used: expected a row, as in {"id": …}, got "[" at byte 1; return a row, or nothing to delete it"#
      ),
    ])
  func failing(_ row: String?, _ message: String) async throws {
    let policy = ConflictPolicy(merging: { _ in
      guard let row else { throw Refusal() }
      return Array(row.utf8)
    })
    let bench = try await bench(policy, "mine")
    await sync(bench)
    let letters = try await bench.engine.deadLetters()
    #expect(letters.map(\.code) == ["conflict"] && letters.map(\.message) == [message])
    #expect(letters.map(\.mutation.body) == [json("a", "mine")])
    #expect(try await bench.shown() == ["a": "theirs"])
    #expect(await bench.engine.status.problem == nil)
  }

  @Test("a reset and a stop do not wait for a merge, which is cancelled")
  func cancelled() async throws {
    let (started, begin) = AsyncStream.makeStream(of: Void.self)
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let policy = ConflictPolicy(merging: { conflict in
      begin.yield()
      // Lasts until it is cancelled.
      for await _ in AsyncStream<Void>.makeStream().stream {}
      end.yield()
      return conflict.mine?.body
    })
    let bench = try await bench(policy, "mine")
    var (starts, ends) = (started.makeAsyncIterator(), ended.makeAsyncIterator())
    let first = Task { [engine = bench.engine] in await engine.pull() }
    await starts.next()
    try await bench.engine.reset()
    await ends.next()
    #expect(await first.value == .cancelled)
    await bench.engine.stop()

    let other = try await self.bench(policy, "mine")
    let second = Task { [engine = other.engine] in await engine.pull() }
    await starts.next()
    await other.engine.stop()
    await ends.next()
    #expect(await second.value == .cancelled)
    #expect(other.remote.server.rows[RowKey("a")] == json("a", "theirs"))
  }
}
