import Testing
import UDF
import UDFNetwork
import UDFSync

/// The examples of the documentation, as they stand there.
@Suite("Documented examples") struct DocumentedExamples {
  /// Of ``SyncCore``, with the factories that have no default in this module.
  struct Offline: SyncCore {
    struct Nowhere: RemoteStore {
      func pull(_ request: PullRequest) async throws(RemoteFailure) -> PullReply { .page(PullPage(next: "T0")) }
      func push(_ request: PushRequest) async throws(RemoteFailure) -> PushReply {
        PushReply(request.mutations.map { ($0.id, .rejected(code: "offline", message: "there is no server")) })
      }
    }

    struct NoRows: SeedStore {
      func seed() -> Seed? { nil }
    }

    let instances = Instances()
    func dependency(_ collection: SyncCollection) -> any SeedStore { NoRows() }
    func dependency(_ database: SyncDatabase) -> any CacheStore { MemoryCache() }
    func dependency(_ database: SyncDatabase) -> any RemoteStore { Nowhere() }
    func dependency() -> any HTTPClient { StubHTTPClient([:]) }
  }

  let core = Offline()
  let folder = "/nowhere"
  func show(_ delivery: Delivery) {}
  func show(_ rows: [SyncRow], without keys: [RowKey]) {}

  @Test("of SyncEngine, by the clocks of this machine")
  func engine() async throws {
    let engine = SyncEngine(SyncCollection("articles", folder: folder, remote: "https://news.example/sync"), core: core)
    let first = try await engine.first(50)  // from the cache, or the seed
    let outcome = await engine.pull()  // .changed, .unchanged, .failed("…")
    var place: DeliveryPlace?
    while let delivery = try await engine.next(after: place, limit: 1000) {
      show(delivery)
      place = delivery.place
    }
    try await engine.mutate(.put, RowKey("a1"), body: Array(#"{"id":"a1","title":"Hello"}"#.utf8))
    #expect(first.isEmpty)
    #expect(outcome == .unchanged)
    for await status in engine.statuses where status.phase == .idle { break }
    #expect(try await engine.deadLetters().map(\.code) == ["offline"])
    await engine.stop()
  }

  /// Compiled only: a server would have to make both changes.
  func several(_ engine: SyncEngine) async throws {
    let hello = Mutation.Part(.put, RowKey("a1"), body: Array(#"{"id":"a1","title":"Hello"}"#.utf8))
    try await engine.mutate(OneOrMore(hello, [Mutation.Part(.delete, RowKey("a2"))]))
  }

  @Test("of the module: an observer of the statuses has all rows")
  func module() async throws {
    let articles = SyncCollection("articles", key: "id", folder: folder)
    let engine = SyncEngine(articles, core: core)
    await engine.pull()
    Task { await engine.stop() }
    var place: DeliveryPlace?
    for await status in engine.statuses where status.revision > 0 {
      while let delivery = try? await engine.next(after: place, limit: 1000) {
        show(delivery.rows, without: delivery.removed)
        place = delivery.place
      }
    }
  }

  @Test("of ConflictPolicy")
  func policy() async throws {
    struct AppCore: SyncCore {
      let instances = Instances()
      func dependency(_ collection: SyncCollection) -> ConflictPolicy {
        ConflictPolicy { mutation, row in row == nil && mutation.parts.head.operation == .patch ? .drop : .keep }
      }
    }
    let policy: ConflictPolicy = AppCore().dependency(SyncCollection("rows", folder: "/nowhere"))
    let patch = Mutation(id: 1, .patch, RowKey("a"), body: Array("{}".utf8))
    #expect(try await policy.resolve(Conflict(patch, base: nil, mine: nil, theirs: nil)) == .drop)
    let deletion = Mutation(id: 2, .delete, RowKey("a"))
    #expect(try await policy.resolve(Conflict(deletion, base: nil, mine: nil, theirs: nil)) == .keep)
  }

  @Test("of ConflictPolicy, with a merge")
  func merging() async throws {
    @Sendable func longer(_ mine: [UInt8], _ theirs: [UInt8]) -> [UInt8] { mine.count > theirs.count ? mine : theirs }
    let policy = ConflictPolicy(merging: { conflict in
      guard let theirs = conflict.theirs else { return conflict.mine?.body }
      return conflict.mine.map { longer($0.body, theirs.body) }
    })
    func row(_ title: String) -> SyncRow { SyncRow(RowKey("a"), body: json("a", title)) }
    let put = Mutation(id: 1, .put, RowKey("a"), body: json("a", "mine"))
    let conflict = Conflict(put, base: row("old"), mine: row("mine"), theirs: row("theirs"))
    #expect(try await policy.resolve(conflict) == .row(json("a", "theirs")))
  }
}
