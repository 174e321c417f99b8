import HostTesting
import Testing
import UDF
import UDFNetwork
import UDFServices
import UDFSync
import UDFTooling

@testable import UDFHost

@Suite("the options of udf.sync")
struct SyncDeclarationTests {
  @Test(
    "are refused with a suggestion if they are wrong",
    arguments: [
      (#"seeds = "s.json","#, #"udf.sync: unknown key "seeds". Did you mean "seed"?"#),
      (
        #"cache = "sqllite","#,
        #"udf.sync: articles.cache must be "sqlite" or "memory", got "sqllite". Did you mean "sqlite"?"#
      ),
      (
        #"conflict = "servers","#,
        #"udf.sync: articles.conflict must be "mine" or "server", got "servers". Did you mean "server"?"#
      ),
      ("ttl = -1,", "udf.sync: articles.ttl must be seconds from 0 on, got -1"),
      ("timeout = 0,", "udf.sync: articles.timeout must be seconds above 0, got 0"),
      ("schema = 0,", "udf.sync: articles.schema must be a whole number from 1 on, got 0"),
      ("schema = 1.5,", "udf.sync: schema must be an integer, got number 1.5"),
      (
        #"seed = "/etc/rows.json","#,
        #"udf.sync: articles.seed must be a path in the app's folder, got "/etc/rows.json""#
      ),
      (
        #"seed = "a/../../b.json","#,
        #"udf.sync: articles.seed must be a path in the app's folder, got "a/../../b.json""#
      ),
      (#"seed = "rows.xml","#, #"udf.sync: articles.seed must end with .ndjson, .json or .csv, got "rows.xml""#),
      (
        #"remote = "news.example","#,
        #"udf.sync: articles.remote must begin with http:// or https:// and a host, got "news.example""#
      ),
      ("remote = {},", "udf.sync: articles.remote.pull is missing: a function that returns what has changed"),
      ("remote = { pul = print },", #"udf.sync: articles.remote: unknown key "pul". Did you mean "pull"?"#),
      (#"remote = { pull = "x" },"#, "udf.sync: articles.remote.pull must be a function, got string"),
      ("lazy = 1,", "udf.sync: lazy must be a boolean, got number 1"),
      ("reduce = {},", #"udf.sync: unknown key "reduce"."#),
    ])
  func wrong(_ option: String, _ problem: String) {
    let source = """
      local udf = require "udf"
      return udf.sync {
        name = "articles", key = "id",
        \(option)
      }
      """
    let message = failure { _ = try TestHost(["articles": source]) }
    #expect(message.contains(problem), "\(message)")
    #expect(message.hasPrefix("articles.lua:4:"), "\(message)")
  }

  @Test("must contain a name and a key")
  func missing() {
    let source = #"local udf = require "udf" return udf.sync { name = "articles" }"#
    #expect(failure { _ = try TestHost(["articles": source]) } == "articles.lua:1: udf.sync: key is missing")
  }

  @Test("declare its actions, which complete with their fields")
  func actions() throws {
    let app = try TestHost(NewsCore(server: NewsServer()))
    let feature = try #require(app.host.features.first)
    #expect(
      feature.actions.map(\.name) == [
        "amend", "bury", "cached", "dead", "failed", "mutate", "pending", "pull", "query", "reset", "restrict", "retry",
        "status",
        "synced",
      ])
    #expect(feature.actions.allSatisfy { $0.declared })
    #expect(
      feature.actions.first { $0.name == "mutate" }?.fields.map(\.name) == [
        "all", "collection", "delete", "key", "patch", "put",
      ])
    #expect(
      app.failure("articles.pull{ forced = true }").contains(
        #"articles/pull: unknown field forced. Did you mean "force"?"#))
    #expect(app.failure("articles.upsert{}").contains(#"articles has no action "upsert"."#))
    #expect(
      app.failure("articles.rows[1]")
        == #"prompt:1: articles has no action "rows". The state has it: state.articles.rows"#)
  }

  @Test("include those of udf.entities: rows by key, by index, searched")
  func entities() async throws {
    let server = NewsServer()
    server.put("a", json: #"{"id":"a","title":"Linux","category":"kernel"}"#)
    server.put("b", json: #"{"id":"b","title":"Vim","category":"editors"}"#)
    let app = try TestHost(
      NewsCore(server: server), articles: NewsFeed.articles(#"indexes = { "category" }, text = { "title" },"#))
    try await app.looked()
    #expect(try app.run("state.articles.byKey.b.title") == "Vim")
    #expect(try app.run("state.articles.by.category.kernel[1].id") == "a")
    try app.run(#"articles.query{ text = "lin" }"#)
    #expect(try app.run("state.articles.results[1].id") == "a")
    #expect(try app.run("state.articles.matches") == 1)
    #expect(
      app.failure("articles.query{ where = { categories = 1 } }").contains(
        #"list it where the feature is made: udf.sync { name = "articles", indexes = { "categories" }, … }"#))
  }

  @Test("with a host that is not granted are reported when the app loads, with the grant")
  func grants() throws {
    let app = try TestHost(NewsCore(server: NewsServer()))
    #expect(
      app.logs == [
        "warning articles: no grant allows requests to http://news.example; grant it with --grant hosts=news.example, "
          + "or with --allow-requested if udf.app asks for it: grants = { hosts = { \"news.example\" } }"
      ])
    let granted = try TestHost(NewsCore(server: NewsServer())) { $0.grants = [Grant(.hosts, "news.example")] }
    #expect(granted.logs == [])
  }

  /// Asks servers as apps do, through a client that only remembers.
  private struct WebCore: HostCore {
    let instances = Instances()
    let http = StubHTTPClient([:])
    let cache = MemoryCache()

    func dependency() -> any LogSink { SilentLog() }
    func dependency() -> any HTTPClient { http }
    func dependency(_ database: SyncDatabase) -> any CacheStore { cache }
  }

  @Test("allow requests only to granted hosts", arguments: [false, true])
  func asked(isGranted: Bool) async throws {
    let core = WebCore()
    let app = try TestHost(core) { if isGranted { $0.grants = [Grant(.hosts, "news.example")] } }
    try await app.looked()
    #expect(Set(core.http.requests.map { $0.hosts.allow($0.url) }) == [isGranted])
  }

  @Test("determine with the app the cache, the hosts and the seed")
  func collection() throws {
    let app = try TestHost(
      NewsCore(server: NewsServer()),
      articles: NewsFeed.articles(#"cache = "memory", schema = 3, seed = "seed/rows.csv","#)
    ) {
      $0.data = "/data/news"
      $0.grants = [Grant(.hosts, "news.example")]
    }
    let collection = try #require(app.host.engines.feeds["articles"]?.member.collection)
    #expect(collection.folder == "/data/news/sync")
    #expect(collection.seed == app.host.loader.folder + "/seed/rows.csv")
    #expect(collection.remote == "http://news.example")
    #expect(collection.schema == 3)
    #expect(collection.cache == .memory)
    #expect(collection.sort == ["id"])
    #expect(collection.hosts.allow("http://news.example/changes"))
    #expect(!collection.hosts.allow("http://other.example/"))
  }

  @Test("without a folder for data keep rows in memory, which is reported")
  func homeless() throws {
    struct Homeless: HostCore {
      let instances = Instances()

      func dependency() -> any LogSink { SilentLog() }
      func dependency() -> any EnvironmentSource { FixedEnvironment([:]) }
    }
    let articles = #"local udf = require "udf" return udf.sync { name = "articles", key = "id" }"#
    let app = try TestHost(["articles": articles]) {
      $0.core = Homeless()
      $0.data = nil
    }
    #expect(app.host.engines.feeds["articles"]?.member.collection.cache == .memory)
    #expect(
      app.logs == [
        "warning articles: rows are kept in memory only, because HOME is not set; name a folder with --data"
      ])
  }
}
