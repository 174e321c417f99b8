import HostTesting
import Testing

@testable import UDFTooling

@Suite("a sync feature in tests")
struct SyncFeatureTests {
  @Test("has no engine: tests of the app send its actions")
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
          local letter = { mutation = 7, op = "patch", key = "a", row = { title = "Uno" }, code = "late", message = "no" }
          store.send({ type = "articles/dead", rows = { letter } }, function(state)
            table.insert(state.articles.dead, letter)
          end)
          store.send({ type = "articles/retry", id = 7 }, function() end)
          store.send({ type = "articles/dead", rows = {}, removed = { 7 } }, function(state)
            table.remove(state.articles.dead)
          end)
        end)
        """),
    ])
    #expect(app.failure == "")
    #expect(app.differences == [])
    #expect(app.summary.passed == 1)
  }
}
