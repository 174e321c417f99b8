import FeedCore
import FeedTesting
import Testing
import UDF
import UDFNetwork
import UDFSync

/// Several collections at the feed's address.
@Suite("Collections of the feed") struct CollectionsTests {
  private struct Core: SyncCore {
    let instances = Instances()
    let http: any HTTPClient

    func dependency(_ database: SyncDatabase) -> any CacheStore { MemoryCache() }
    func dependency() -> any HTTPClient { http }
  }

  private let database = SyncDatabase(
    OneOrMore(
      SyncCollection("articles", collection: "articles", folder: "/nowhere", remote: "http://feed.test"),
      [SyncCollection("tags", collection: "tags", folder: "/nowhere", remote: "http://feed.test")]))

  private func bodies(_ engine: SyncEngine, _ collection: String) async throws -> [String] {
    try await engine.first(10, in: collection).map { String(decoding: $0.body, as: UTF8.self) }
  }

  @Test("an engine pulls the rows of both, and changes both as one")
  func both() async throws {
    let feed = Feed(articles("a"))
    let http = feed.http
    var options = SyncOptions()
    options.live = false
    let engine = SyncEngine(database, core: Core(http: http), options: options)
    #expect(await engine.pull() == .changed)
    #expect(try await bodies(engine, "articles") == [#"{"id":"a","title":"a"}"#])
    #expect(try await bodies(engine, "tags") == [])
    try await engine.mutate(
      OneOrMore(
        Mutation.Part(.put, RowKey("a", in: "tags"), body: Array(#"{"id":"a","count":1}"#.utf8)),
        [Mutation.Part(.patch, RowKey("a", in: "articles"), body: Array(#"{"title":"A"}"#.utf8))]))
    for await status in engine.statuses where status.phase == .idle && status.pending == 0 { break }
    #expect(try await bodies(engine, "articles") == [#"{"id":"a","title":"A"}"#])
    let page = try await http.send(
      HTTPRequest("http://feed.test/changes?client=c9&protocol=2&collections=%7B%22tags%22%3A%7B%7D%7D"))
    let lines = String(decoding: page.body, as: UTF8.self).split(separator: "\n")
    #expect(lines.dropFirst() == [#"[2,"tags",{"count":1,"id":"a"}]"#])
    #expect(lines.first?.contains(#""collections":["tags"]"#) == true)
    await engine.stop()
  }

  @Test("a mutation that one of them refuses is made in none")
  func refused() async throws {
    let feed = Feed(articles("a"))
    let engine = SyncEngine(database, core: Core(http: feed.http))
    await engine.pull()
    let id = try await engine.mutate(
      OneOrMore(
        Mutation.Part(.put, RowKey("t", in: "tags"), body: Array(#"{"id":"t"}"#.utf8)),
        [Mutation.Part(.patch, RowKey("z", in: "articles"), body: Array(#"{"title":"Z"}"#.utf8))]))
    for await status in engine.statuses where status.dead == 1 { break }
    let letters = try await engine.deadLetters(of: "tags")
    #expect(letters.map(\.mutation.id) == [id] && letters.map(\.message) == ["there is no article z any more"])
    #expect(try await bodies(engine, "tags") == [])
    await engine.stop()
  }

  @Test("a token is valid for its collections only, and a wrong parameter is refused")
  func tokens() async throws {
    let feed = Feed(articles("a"))
    func status(_ query: String) async throws -> Int {
      try await feed.http.send(HTTPRequest("http://feed.test/changes?client=c&protocol=2&\(query)")).status
    }
    #expect(try await status("since=f-1") == 200)
    #expect(try await status("since=f-1&collections=%7B%22tags%22%3A%7B%7D%7D") == 410)
    #expect(try await status("collections=%7B%7D") == 400)
    #expect(try await status("collections=%7B%22tags%22%3A%7B%22schema%22%3A2%7D%7D") == 426)
  }
}
