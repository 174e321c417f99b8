import HostTesting
import Testing
import UDF
import UDFServices

@testable import UDFHost
@testable import UDFSync

/// The checks of the table "Core / State / Render" that are about data; the others are in `NewsSceneTests`.
@Suite("news: core, sync and deliveries")
struct NewsSyncTests {
  private struct OwnCache: HostCore {
    let instances = Instances()
    let cache: MemoryCache

    func dependency() -> any LogSink { SilentLog() }
    func dependency(_ database: SyncDatabase) -> any CacheStore { cache }
    func dependency(_ database: SyncDatabase) -> any RemoteStore { NewsServer(["a": "One"]) }
  }

  @Test("NewsCore factories: a one-line override of the cache is used inside the sync engine")
  func factories() async throws {
    let cache = MemoryCache()
    let app = try TestHost(OwnCache(cache: cache))
    try await app.looked()
    let rows = await cache.rows(after: .start, limit: 10, in: nil)
    #expect(rows.map { $0.body.map { String(decoding: $0, as: UTF8.self) } } == [#"{"id":"a","title":"One"}"#])
  }

  @Test("root composition: two roots stay isolated")
  func roots() async throws {
    let (first, second) = (NewsServer(["a": "One"]), NewsServer(["b": "Two"]))
    let one = try TestHost(NewsCore(server: first))
    let two = try TestHost(NewsCore(server: second))
    try await one.looked()
    #expect(two.titles == [])
    #expect(second.pulls.isEmpty)
    try await two.looked()
    one.host.stop()
    second.put("c", "Three")
    try two.run("articles.pull{ force = true }")
    await two.settled()
    #expect(one.titles == ["One"])
    #expect(two.titles == ["Two", "Three"])
  }

  @Test("seed > cache > remote: the remote fails after the seed, and the data is there, marked stale")
  func seeded() async throws {
    let server = NewsServer()
    server.fail(RemoteFailure(.unavailable, "news.example: nothing listens there"))
    let core = NewsCore(server: server, seed: [#"{"id":"s1","title":"From the seed"}"#])
    let app = try TestHost(core)
    try await app.looked()
    #expect(app.titles == ["From the seed"])
    #expect(app.deliveries == ["cached seed"])
    #expect(app.sync["stale"] == true)
    #expect(app.sync["problem"] == "news.example: nothing listens there")
    #expect(app.sync["phase"] == "waiting")
    let failed = app.actions.filter { $0.type == "articles/failed" }
    #expect(failed.map { $0.fields["message"] } == ["news.example: nothing listens there"])
    #expect(failed.allSatisfy { $0.fields["stale"] == true && $0.origin == .sync })
  }

  @Test("cache-first, second delivery: two if the server has changes, else one")
  func twice() async throws {
    let server = NewsServer(["a": "One"])
    let core = NewsCore(server: server)
    try await TestHost(core).looked()
    server.put("b", "Two")
    core.day.set(1000)
    let changed = try TestHost(core)
    try await changed.looked()
    #expect(changed.deliveries == ["cached cache", "synced remote"])
    #expect(changed.actions.filter { $0.type == "articles/synced" }.map { $0.fields["rows"].items.count } == [1])
    #expect(changed.titles == ["One", "Two"])
    core.day.set(2000)
    let unchanged = try TestHost(core)
    try await unchanged.looked()
    #expect(unchanged.deliveries == ["cached cache"])
    #expect(unchanged.actions.last?.type == "articles/status")
    #expect(unchanged.sync["stale"] == false)
    #expect(server.pulls.count == 3)
  }

  @Test("last-updated token: it is sent, and a failure leaves it alone")
  func token() async throws {
    let server = NewsServer(["a": "One", "b": "Two"])
    let app = try TestHost(NewsCore(server: server))
    try await app.looked()
    server.fail(RemoteFailure(.refused, "no"))
    server.put("c", "Three")
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(app.sync["cursor"] == "2")
    server.fail(nil)
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(server.tokens == [nil, "2", "2"])
    #expect(app.sync["cursor"] == "3")
    #expect(app.sync["problem"] == .none)
    #expect(app.titles == ["One", "Two", "Three"])
  }

  @Test("queued pulls: 50 pulls are one fetch and 50 completions; the next pull works")
  func queued() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server))
    server.hold()
    for _ in 0..<50 { try app.run("articles.pull{ force = true }") }
    let engine = try #require(app.host.engines.feeds["articles"]).worker.engine
    // An action returns no result, so the test reads the engine's answer to 50 other actions.
    let pulls = (0..<50).map { _ in Task { await engine.pull(force: true) } }
    while server.pulls.isEmpty { await Task.yield() }
    while await engine.waiters.count < 100 { await Task.yield() }
    server.release()
    var outcomes: [PullOutcome] = []
    for pull in pulls { outcomes.append(await pull.value) }
    await app.settled()
    #expect(outcomes == Array(repeating: .changed, count: 50))
    #expect(await engine.waiters.isEmpty)
    #expect(server.pulls.count == 1)
    #expect(app.titles == ["One"])
    server.put("b", "Two")
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(server.pulls.count == 2)
    #expect(app.titles == ["One", "Two"])
  }

  @Test(
    "lazy binding of state to data: the first read pulls; none before",
    arguments: ["view.articles", "view.front", "state.articles.count", "computed.front.first", "#state.articles.rows"])
  func lazy(_ reading: String) async throws {
    let server = NewsServer(["a": "One"])
    let front = Source.feature(
      """
        name = "front", reads = { "articles" }, state = { on = true },
        reduce = { turn = function(state) state.on = not state.on end },
        computed = { first = { "on", function(on) return on end } },
        view = function(_, _, others) return { count = others.articles.count } end,
      """)
    let app = try TestHost(NewsCore(server: server), ["front": front])
    app.host.poll()
    try app.run("front.turn{}")
    await app.settled()
    #expect(server.pulls.isEmpty)
    #expect(app.actions.map(\.type) == ["front/turn"])
    try app.run(reading)
    await app.settled()
    #expect(server.pulls.count == (reading.contains("computed") ? 0 : 1))
    try app.run(reading)
    await app.settled()
    #expect(server.pulls.count <= 1)
  }

  @Test("lazy binding: a scene that shows the rows pulls; one that does not, none")
  func scenes() async throws {
    let server = NewsServer(["a": "One"])
    let core = NewsCore(server: server)
    let app = """
      local udf = require "udf"
      return udf.app {
        name = "news", features = { require "articles" },
        scenes = {
          udf.scene { name = "hello", view = function() return { text = "hello" } end },
          udf.scene { name = "list", model = { "articles.rows" }, view = function(m) return { count = #m.articles.rows } end },
        },
        flow = udf.flow {
          name = "main", start = "hello", routes = { hello = { scene = "hello" }, list = { scene = "list", link = "/list" } },
        },
      }
      """
    let host = try TestHost(core, ["app": app])
    _ = try host.host.screenState()
    await host.settled()
    #expect(server.pulls.isEmpty)
    try host.host.open(link: "/list")
    _ = try host.host.screenState()
    await host.settled()
    #expect(server.pulls.count == 1)
  }

  @Test("lazy binding can be switched off: rows are there without a read")
  func eager() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server), articles: NewsFeed.articles("lazy = false,"))
    await app.settled()
    #expect(app.titles == ["One"])
    #expect(server.pulls.count == 1)
  }
}
