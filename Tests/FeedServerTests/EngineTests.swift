import SeededTesting
import Testing
import UDF
import UDFNetwork
import UDFSync

@testable import FeedCore

@Suite("engines and the feed server") struct EngineTests {
  private struct Device: SyncCore {
    let instances = Instances()
    let feed: Feed

    func dependency(_ collection: SyncCollection) -> any SeedStore { NoArticles() }
    func dependency(_ database: SyncDatabase) -> any CacheStore { MemoryCache() }
    func dependency(_ database: SyncDatabase) -> any RemoteStore { remote(of: feed) }
    func dependency() -> any HTTPClient { StubHTTPClient([:]) }
  }

  private struct NoArticles: SeedStore {
    func seed() -> UDFSync.Seed? { nil }
  }

  /// The articles that an engine shows, or that the feed returns to a new client.
  private func articles(_ rows: [SyncRow]) -> [String: String] {
    Dictionary(uniqueKeysWithValues: rows.map { ($0.key.description, String(decoding: $0.body, as: UTF8.self)) })
  }

  private func articles(of feed: Feed) async throws -> [String: String] {
    guard case .page(let page) = try await remote(of: feed).pull(PullRequest(limit: 10_000, client: "oracle")) else {
      return [:]
    }
    return articles(
      page.changes.compactMap { change in
        guard case .put(let row) = change else { return nil }
        return row
      })
  }

  @Test(
    "after any changes by the server and two devices, and any failed responses, all have the same rows",
    .timeLimit(.minutes(60)), arguments: 0..<4, [1, 2])
  func together(_ round: UInt64, _ version: Int) async throws {
    var random = SeededGenerator(seed: Seed.current &+ round)
    // So few deletions are remembered that tokens expire.
    var model = FeedModel(name: "f", memory: 4)
    for number in 0..<30 { model.put("a\(number)", ["id": .string("a\(number)"), "title": .string("\(number)")]) }
    let feed = Feed(
      model, desk: Desk(drawer: [], seed: random.next()), newest: version, faults: 0.3, kinds: [.cut, .login, .lost],
      seed: random.next())
    let core = Device(feed: feed)
    let collection = SyncCollection("articles", folder: "/nowhere")
    let devices = (0..<2).map { _ in SyncEngine(collection, core: core, options: SyncOptions(page: 7)) }
    var made = 0
    for _ in 0..<150 {
      let device = devices[.random(in: 0..<2, using: &random)]
      switch Int.random(in: 0..<5, using: &random) {
      case 2:
        let filters: [RowFilter] = [.all, ["favorite": true], ["title": "by a device"]]
        try await devices[1].setFilter(filters[.random(in: 0..<3, using: &random)])
      case 0: _ = await device.pull(force: true)
      case 1:
        let key = RowKey("a\(Int.random(in: 0..<30, using: &random))")
        let kind = Int.random(in: 0..<10, using: &random)
        let title = Array(#"{"id":"\#(key)","title":"by a device"}"#.utf8)
        switch kind {
        case 0: try await device.mutate(.delete, key)
        case 1: try await device.mutate(.put, key, body: title)
        default: try await device.mutate(.patch, key, body: Array(#"{"favorite":true}"#.utf8))
        }
        made += 1
      default: _ = await feed.work()
      }
    }
    await feed.fail(0)
    for _ in 0..<2 { for device in devices { _ = await device.pull(force: true) } }
    let last = try await articles(of: feed)
    #expect(made > 0 && !last.isEmpty, "\(Seed.replay)")
    for device in devices {
      let filter = await device.status.filter
      let wanted = last.filter { filter.matches(Array($0.value.utf8)) }
      #expect(articles(try await device.first(10_000)) == wanted, "\(filter), \(Seed.replay)")
      #expect(await device.pending().isEmpty, "\(Seed.replay)")
      #expect(try await device.deadLetters().allSatisfy { $0.code == "gone" }, "\(Seed.replay)")
      await device.stop()
    }
  }
}
