import UDF
import UDFNetwork

@testable import UDFSync

/// An engine with everything around it in a test's hands.
struct Bench {
  struct Core: SyncCore {
    let instances = Instances()
    let seeds: TestSeeds
    let cache: TestCache
    let remote: TestRemote
    let conflict: ConflictPolicy
    let migration: RowMigration

    func dependency(_ collection: SyncCollection) -> any SeedStore { seeds }
    func dependency(_ database: SyncDatabase) -> any CacheStore { cache }
    func dependency(_ database: SyncDatabase) -> any RemoteStore { remote }
    func dependency(_ collection: SyncCollection) -> ConflictPolicy { conflict }
    func dependency(_ collection: SyncCollection) -> RowMigration { migration }
    func dependency() -> any HTTPClient { StubHTTPClient([:]) }
  }

  let clock = TestClock()
  let remote: TestRemote
  let cache: TestCache
  let seeds: TestSeeds
  let engine: SyncEngine

  init(
    seeds: TestSeeds = TestSeeds(), cache: TestCache = TestCache(), remote: TestRemote = TestRemote(),
    options: SyncOptions = SyncOptions(), conflict: ConflictPolicy = .replay, sort: [String] = [],
    references: [String: String] = [:], folder: String = "/nowhere", schema: Int = 1,
    migration: RowMigration = .discard, filter: RowFilter = .all, named names: [String] = [""],
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    (self.seeds, self.cache, self.remote) = (seeds, cache, remote)
    let collections = names.map { name in
      SyncCollection(
        name.isEmpty ? "articles" : name, collection: name, references: references, schema: schema, folder: folder,
        remote: name.isEmpty ? nil : "https://news.test/sync", filter: filter, sort: sort)
    }
    engine = SyncEngine(
      SyncDatabase(OneOrMore(collections[0], Array(collections.dropFirst()))),
      core: Core(seeds: seeds, cache: cache, remote: remote, conflict: conflict, migration: migration),
      options: options, clock: clock,
      random: random)
  }

  /// The same cache and server after the process has ended.
  func relaunched(options: SyncOptions = SyncOptions(), conflict: ConflictPolicy = .replay) async -> Bench {
    await engine.stop()
    return Bench(
      seeds: seeds, cache: cache, remote: remote, options: options, conflict: conflict,
      references: engine.database.collections.head.references, folder: engine.database.folder,
      named: engine.database.names)
  }

  /// All rows as they are shown, by key.
  func shown() async throws -> [String: String] {
    var rows: [String: String] = [:]
    for name in engine.database.names {
      var place: DeliveryPlace?
      while let delivery = try await engine.next(after: place, limit: 2, in: name) {
        for row in delivery.rows { rows[row.key.description] = title(row) }
        for key in delivery.removed { rows[key.description] = nil }
        place = delivery.place
      }
    }
    return rows
  }

  @discardableResult
  func put(_ key: String, _ title: String) async throws -> Int64 {
    try await engine.mutate(.put, RowKey(key), body: json(key, title))
  }

  /// Waits for a status.
  @discardableResult
  func status(_ isAwaited: (SyncStatus) -> Bool) async -> SyncStatus? {
    for await status in engine.statuses where isAwaited(status) { return status }
    return nil
  }

  /// Waits until it rests, or waits for a time.
  @discardableResult
  func quiet() async -> SyncStatus? { await status { [.idle, .waiting, .halted].contains($0.phase) } }
}

func json(_ key: String, _ title: String) -> [UInt8] { Array(#"{"id":"\#(key)","title":"\#(title)"}"#.utf8) }

/// The text of `title`, found without a parser, or the whole body if it has another form.
func title(_ row: SyncRow) -> String {
  let text = String(decoding: row.body, as: UTF8.self)
  guard let start = text.range(of: #""title":""#)?.upperBound, let end = text[start...].firstIndex(of: "\"") else {
    return text
  }
  return String(text[start..<end])
}

extension ModelServer {
  mutating func put(_ key: String, _ title: String) { put(RowKey(key), json(key, title)) }
  mutating func delete(_ key: String) { delete(RowKey(key)) }

  /// The page that these rows make.
  static func page(
    _ changes: RowChange..., from: String?? = nil, next: String, hasMore: Bool = false, mutation: Int64 = 0,
    age: Double = 0
  ) -> PullReply {
    .page(PullPage(from: from, next: next, hasMore: hasMore, changes: changes, mutation: mutation, age: age))
  }
}

extension RowChange {
  static func put(_ key: String, _ title: String, version: Int64) -> RowChange {
    .put(SyncRow(RowKey(key), version: version, body: json(key, title)))
  }

  static func delete(_ key: String, version: Int64) -> RowChange { .delete(RowKey(key), version: version) }
}

extension RemoteFailure {
  static let unreachable = RemoteFailure(.unavailable, "feed: cannot be reached")
}
