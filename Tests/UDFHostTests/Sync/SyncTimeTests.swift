import Testing
import UDF
import UDFSync

@testable import UDFHost

@Suite("time and settling")
struct SyncTimeTests {
  @Test("a failure is told at once and tried again by itself; settling does not wait for that")
  func retry() async throws {
    let server = NewsServer(["a": "One"])
    server.fail(RemoteFailure(.unavailable, "busy", retryAfter: 5))
    let app = try TestHost(NewsCore(server: server))
    try await app.looked()
    #expect(app.sync["phase"] == "waiting")
    #expect(app.sync["retryIn"].double ?? 0 >= 5)
    #expect(app.host.nextDue ?? 0 >= 5)
    #expect(server.pulls.count == 1)
    server.fail(nil)
    app.pass(4)
    await app.settled()
    #expect(server.pulls.count == 1)
    app.pass(60)
    while app.titles.isEmpty {
      app.host.poll()
      await Task.yield()
    }
    await app.settled()
    #expect(app.titles == ["One"])
    #expect(app.sync["problem"] == .none)
    #expect(app.sync["phase"] == "idle")
  }

  @Test("rows grow stale after the ttl, which is told; a pull within it asks nobody")
  func stale() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server), articles: NewsFeed.articles("ttl = 100,"))
    try await app.looked()
    app.pass(99)
    try app.run("articles.pull{}")
    await app.settled()
    #expect(server.pulls.count == 1)
    #expect(app.sync["stale"] == false)
    app.pass(1)
    while app.sync["stale"] == false {
      app.host.poll()
      await Task.yield()
    }
    #expect(app.actions.last?.type == "articles/status")
    try app.run("articles.pull{}")
    await app.settled()
    #expect(server.pulls.count == 2)
    #expect(app.sync["stale"] == false)
  }

  @Test("the prompt's settle waits for a pull that is under way")
  func settle() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server))
    try app.run("articles.pull{}")
    #expect(!app.host.isSettled)
    await app.settled()
    #expect(app.titles == ["One"])
    #expect(app.host.isSettled)
  }

  @Test("in tests of the app no engine runs: they send what it would")
  func tested() throws {
    let app = try TestedApp(files: [
      "app.lua": """
      local udf = require "udf"
      return udf.app { name = "news", features = { require "articles", require "counter" } }
      """,
      "articles.lua": NewsFeed.articles("lazy = false,"),
      "counter.lua": NewsFeed.counter(),
      "news_test.lua": TestedApp.file(
        """
        it("rows come", function()
          local store = test.store()
          store.send({ type = "articles/pull" }, function() end)
          store.send({ type = "articles/synced", rows = { { id = "a", title = "One" } }, stale = false, cursor = "t1" },
            function(state)
              table.insert(state.articles.rows, { id = "a", title = "One" })
              state.articles.sync.stale = false
              state.articles.sync.cursor = "t1"
              state.counter.seen = 1
            end)
          expect(store.view("articles").titles).to_equal { "One" }
          store.send({ type = "articles/failed", message = "no network", stale = true, retryIn = 2 }, function(state)
            state.articles.sync.problem = "no network"
            state.articles.sync.retryIn = 2
            state.articles.sync.stale = true
          end)
          store.send({ type = "articles/pending", count = 2, dead = 1 }, function(state)
            state.articles.sync.pending = 2
            state.articles.sync.dead = 1
          end)
        end)
        """),
    ])
    #expect(app.failure == "")
    #expect(app.differences == [])
    #expect(app.summary.passed == 1)
  }
}
