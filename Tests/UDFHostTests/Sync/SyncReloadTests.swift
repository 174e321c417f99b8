import HostTesting
import Testing
import UDF
import UDFServices
import UDFSync

@testable import UDFHost

@Suite("saving a file with synchronized rows")
struct SyncReloadTests {
  @Test("keeps engine and rows, and sends no request")
  func kept() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server))
    try await app.looked()
    let feed = app.host.engines.feeds["articles"]
    #expect(try app.reload("articles", as: NewsFeed.articles("emits = { pull = \"asked\" },"))?.ok == true)
    await app.settled()
    #expect(app.host.engines.feeds["articles"] === feed)
    #expect(app.titles == ["One"])
    #expect(app.deliveries == ["synced remote"])
    #expect(server.pulls.count == 1)
  }

  @Test("releases everything with the host")
  func released() async throws {
    let server = NewsServer(["a": "One"])
    var app: TestHost? = try TestHost(NewsCore(server: server))
    try await app?.looked()
    weak let tree = app?.host.tree
    weak let feed = app?.host.engines.feeds["articles"]
    #expect(feed != nil)
    app = nil
    #expect(tree == nil)
    #expect(feed == nil)
  }

  @Test("with other options makes another engine, and keeps the state")
  func options() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server))
    try await app.looked()
    let feed = app.host.engines.feeds["articles"]
    try app.run("articles.query{ limit = 5 }")
    server.put("b", "Two")
    #expect(try app.reload("articles", as: NewsFeed.articles("ttl = 0,"))?.ok == true)
    #expect(app.titles == ["One"])
    await app.settled()
    #expect(app.host.engines.feeds["articles"] !== feed)
    #expect(app.titles == ["One", "Two"])
    #expect(try app.state("articles.query") == ["limit": 5])
    #expect(server.tokens == [nil, "1"])
    #expect(app.errors.isEmpty)
  }

  @Test("with another cache shows its rows, and none of the former ones")
  func another() async throws {
    struct Switched: HostCore {
      let instances = Instances()
      let servers: [Int: NewsServer]

      func dependency() -> any LogSink { SilentLog() }
      func dependency(_ database: SyncDatabase) -> any RemoteStore {
        servers[database.collections.head.schema] ?? NewsServer()
      }
      func dependency(_ database: SyncDatabase) -> any CacheStore { MemoryCache() }
    }
    let core = Switched(servers: [1: NewsServer(["a": "One", "b": "Two"]), 2: NewsServer(["b": "Zwei"])])
    let app = try TestHost(core)
    try await app.looked()
    #expect(try app.reload("articles", as: NewsFeed.articles("schema = 2,"))?.ok == true)
    await app.settled()
    #expect(app.titles == ["Zwei"])
  }

  @Test("with another order says what that does to the history")
  func order() async throws {
    let app = try TestHost(NewsCore(server: NewsServer(["a": "One"])))
    try await app.looked()
    let report = try app.reload("articles", as: NewsFeed.articles("sort = \"-title\","))
    #expect(report?.notes == ["feature articles has other options and kept its state; the history is empty"])
    #expect(app.titles == ["One"])
  }

  @Test("that removes the feature stops its engine, which continues when the feature is added again")
  func removed() async throws {
    let server = NewsServer(["a": "One"])
    let core = NewsCore(server: server)
    let app = try TestHost(core, ["cart": Source.cart])
    try await app.looked()
    let both = Source.app(["articles", "cart"])
    #expect(try app.reload("app", as: Source.app(["cart"]))?.ok == true)
    #expect(app.host.engines.feeds.isEmpty)
    await app.settled()
    server.put("b", "Two")
    core.day.set(1000)
    #expect(try app.reload("app", as: both)?.ok == true)
    #expect(app.titles == ["One"])
    #expect(server.pulls.count == 1)
    try await app.looked()
    #expect(app.titles == ["One", "Two"])
  }

  @Test("with a reset of the state delivers all rows again, and sends no request")
  func reset() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server))
    try await app.looked()
    #expect(app.host.reload(reset: true).ok)
    await app.settled()
    #expect(app.titles == ["One"])
    #expect(app.sync["phase"] == "idle")
    #expect(server.pulls.count == 1)
  }

  @Test("with a reset of the state during a delivery delivers all rows")
  func resetMidway() async throws {
    let server = NewsServer()
    for number in 1...4500 { server.put("r\(number)", "Row \(number)") }
    let app = try TestHost(NewsCore(server: server))
    try app.run("view.articles")
    while app.titles.isEmpty {
      app.host.poll()
      await Task.yield()
    }
    #expect(app.titles.count < 4500)
    #expect(app.host.reload(reset: true).ok)
    await app.settled()
    #expect(Set(app.titles).count == 4500)
  }

  @Test("writes earlier changes, and sends them with the new options")
  func changedBefore() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server))
    try await app.looked()
    try app.run("articles.mutate{ put = { id = 'b', title = 'Two' } }")
    #expect(try app.reload("articles", as: NewsFeed.articles("ttl = 0,"))?.ok == true)
    await app.settled()
    try await app.looked()
    #expect(app.titles == ["One", "Two"])
    #expect(server.pushes.count == 1)
  }

  @Test("reports earlier changes that cannot be written")
  func unwrittenBefore() async throws {
    let cache = HeldCache()
    let app = try TestHost(NewsCore(server: NewsServer(["a": "One"]), cache: cache))
    try await app.looked()
    await cache.hold()
    try app.run("articles.mutate{ put = { id = 'b', title = 'Two' } }")
    while await !cache.isHolding { await Task.yield() }
    try app.save(NewsFeed.articles("ttl = 0,"), to: "articles")
    #expect(app.saved("articles")?.ok == true)
    await cache.fail(CacheFailure(.full, "articles.sqlite: the disk is full; free some space"))
    await app.settled()
    #expect(app.titles == ["One"])
    #expect(
      app.actions.filter { $0.type == "articles/failed" }.map { $0.fields["message"] }
        == [
          #"put of "b" was not stored: articles.sqlite: the disk is full; free some space"#
        ])
    #expect(
      app.actions.last { $0.type == "articles/failed" }?.fields["lost"] == ["put": ["id": "b", "title": "Two"]])
    #expect(
      app.errors.map(\.message) == [
        """
        articles: put of "b" was not stored: articles.sqlite: the disk is full; free some space
          To fix this, send the change again later: the field lost of the action articles/failed has it.
        """
      ])
  }

  @Test("sends no request after the host has stopped, also no retry")
  func stopped() async throws {
    let server = NewsServer(["a": "One"])
    server.fail(RemoteFailure(.unavailable, "not now"))
    let app = try TestHost(NewsCore(server: server))
    try await app.looked()
    app.host.stop()
    for feed in app.host.engines.ending { _ = await feed.stop().value }
    app.pass(1000)
    for _ in 0..<100 { await Task.yield() }
    #expect(server.pulls.count == 1)
    #expect(app.failure("articles.pull{}") == "prompt: this host was stopped")
  }
}
