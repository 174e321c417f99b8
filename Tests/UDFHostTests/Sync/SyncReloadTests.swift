import HostTesting
import Testing
import UDF
import UDFServices
import UDFSync

@testable import UDFHost

@Suite("saving a file while rows are in step")
struct SyncReloadTests {
  @Test("keeps engine and rows, and asks for nothing")
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

  @Test("with another cache shows what that has, and none of the rows before")
  func another() async throws {
    struct Switched: HostCore {
      let instances = Instances()
      let servers: [Int: NewsServer]

      func dependency() -> any LogSink { SilentLog() }
      func dependency(_ collection: SyncCollection) -> any RemoteStore {
        servers[collection.schema] ?? NewsServer()
      }
      func dependency(_ collection: SyncCollection) -> any CacheStore { MemoryCache() }
    }
    let core = Switched(servers: [1: NewsServer(["a": "One", "b": "Two"]), 2: NewsServer(["b": "Zwei"])])
    let app = try TestHost(core)
    try await app.looked()
    #expect(try app.reload("articles", as: NewsFeed.articles("schema = 2,"))?.ok == true)
    await app.settled()
    #expect(app.titles == ["Zwei"])
  }

  @Test("that takes the feature out stops its engine; when it comes back it goes on")
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

  @Test("a reload that resets the state delivers all rows again, and asks for nothing")
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

  @Test("a reload that resets the state while rows come in delivers all of them")
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

  @Test("what was changed just before is still written, and goes to the server under the new options")
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

  @Test("what was changed just before and cannot be written is told all the same")
  func unwrittenBefore() async throws {
    let cache = HeldCache()
    let app = try TestHost(NewsCore(server: NewsServer(["a": "One"]), cache: cache))
    try await app.looked()
    await cache.hold()
    try app.run("articles.mutate{ put = { id = 'b', title = 'Two' } }")
    while await !cache.isHolding { await Task.yield() }
    try app.save(NewsFeed.articles("ttl = 0,"), to: "articles")
    #expect(app.saved("articles")?.ok == true)
    await cache.fail(CacheFailure(.full, "articles.sqlite: there is no room on the disk; make some"))
    await app.settled()
    #expect(app.titles == ["One"])
    #expect(
      app.actions.filter { $0.type == "articles/failed" }.map { $0.fields["message"] }
        == [
          #"put of "b" was not kept, send it again later: articles.sqlite: there is no room on the disk; make some"#
        ])
  }

  @Test("a host that has stopped asks for nothing any more, also not what was to be tried again")
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
