import FolderTesting
import HostTesting
import Testing
import UDF
import UDFNetwork
import UDFServices
import UDFSync

@testable import UDFHost

/// The examples of the page on sync, as they stand there.
@Suite("examples in the documentation of sync")
struct SyncExamples {
  private struct Forgetful: HostCore {
    let instances = Instances()
    var http: any HTTPClient = StubHTTPClient([:])

    func dependency() -> any LogSink { SilentLog() }
    func dependency() -> any HTTPClient { http }
    func dependency(_ database: SyncDatabase) -> any CacheStore { MemoryCache() }
  }

  @Test("a seed is shown if the server cannot be reached")
  func seed() async throws {
    let folder = try TemporaryFolder()
    try folder.save(Page.blocks("Sync")[0], to: "articles.lua")
    try folder.save(Source.app(["articles"]), to: "app.lua")
    try folder.save(
      """
      {"id":"a","title":"Old","date":"2024-01-01","category":"kernel"}
      {"id":"b","title":"New","date":"2025-01-01","category":"kernel"}
      """, to: "seed/articles.ndjson")
    var configuration = HostConfiguration(app: folder("app.lua"))
    configuration.watch = .off
    configuration.clock = ManualClock()
    configuration.core = Forgetful()
    configuration.grants = [Grant(.hosts, "127.0.0.1:8790")]
    let host = try AppHost(configuration)
    _ = try host.view(of: "articles")
    while !host.isSettled {
      host.poll()
      await Task.yield()
    }
    let view = try host.view(of: "articles")
    #expect(view["titles"] == ["New", "Old"])
    #expect(view["isStale"] == true)
    #expect(view["isLoading"] == false)
    #expect(view["problem"].text?.contains("127.0.0.1:8790") == true)
    #expect(try host.event("articles.refresh"))
  }

  @Test("an event selects a part of the rows")
  func part() async throws {
    let http = StubHTTPClient { request throws(HTTPFailure) in
      HTTPResponse(status: 200, body: Array(#"{"next":"T1","more":false,"changes":0,"mutation":0}"#.utf8))
    }
    let app = try TestHost(["products": Page.blocks("Sync")[6]]) {
      $0.core = Forgetful(http: http)
      $0.grants = [Grant(.hosts, "127.0.0.1:8790")]
    }
    #expect(try app.host.view(of: "products")["category"] == "fruit")
    await app.settled()
    #expect(try app.host.event("products.pick", ["category": "veg"]))
    await app.settled()
    #expect(try app.host.view(of: "products")["category"] == "veg")
    #expect(http.requests.map { $0.url.contains("where=%7B%22category%22%3A%22veg%22%7D") } == [false, true])
    #expect(try app.host.event("products.all"))
    await app.settled()
    #expect(try app.host.view(of: "products")["category"] == .none)
  }

  @Test("several changes are one mutation")
  func several() async throws {
    let app = try TestHost(["articles": #"return require("udf").sync { name = "articles", key = "id" }"#]) {
      $0.core = Forgetful()
    }
    try app.run("state.articles.count")
    try app.run(Page.blocks("Sync")[1])
    await app.settled()
    #expect(app.actions.first { $0.type == "articles/mutate" }?.fields["all"].items.count == 3)
    #expect(try app.run("state.articles.sync.pending") == 1)
    #expect(try app.run("state.articles.byKey.b7.title") == "Part two")
  }

  @Test("changes of two features are one mutation")
  func shared() async throws {
    let app = try TestHost(
      [
        "articles": Page.blocks("Sync")[2], "tags": Page.blocks("Sync")[3],
      ],
      configure: {
        $0.core = Forgetful()
        $0.grants = [Grant(.hosts, "news.example")]
      })
    try app.run("state.articles.count")
    try app.run("state.tags.count")
    try app.run(Page.blocks("Sync")[4])
    await app.settled()
    #expect(try app.run("state.articles.sync.pending") == 1)
    #expect(try app.run("state.tags.sync.pending") == 1)
    #expect(try app.run("state.articles.byKey.b7.tag") == "red")
  }

  @Test("a view lists the dead letters")
  func deadLetters() async throws {
    let app = try TestHost(["notes": Page.blocks("Sync")[7]]) {
      $0.core = Forgetful()
      $0.grants = [Grant(.hosts, "127.0.0.1:8790")]
    }
    try app.run(
      """
      notes.dead{ rows = { { mutation = 7, op = "delete", key = "n", code = "gone", message = "there is no such note" } } }
      """)
    #expect(try app.host.view(of: "notes")["refused"] == [["id": 7, "text": "n: there is no such note"]])
    #expect(try app.host.event("notes.forget", ["id": 7]))
    await app.settled()
  }

  @Test("actions have the field types that the page about them lists")
  func types() throws {
    let app = try TestHost(["features/cart": Page.blocks("Types")[0]])
    #expect(
      app.failure(#"cart.add{ sku = "A1", qty = "x" }"#).hasPrefix(
        #"features/cart.lua:14: cart/add: qty must be an integer, got string "x""#))
    try app.run(#"cart.fill{ items = { { sku = "A1", qty = 2.0 } } }"#)
    #expect(try app.run("state.cart.items[1].sku") == "A1")
  }

  @Test("an adapter pulls and pushes over HTTP")
  func adapter() async throws {
    let http = StubHTTPClient { request throws(HTTPFailure) in
      switch request.method {
      case "PUT": HTTPResponse(status: 409, body: Array("not now".utf8))
      default:
        HTTPResponse(
          status: 200, headers: ["Content-Type": "application/json"],
          body: Array(#"{"posts":[{"id":7,"title":"Seven"}],"cursor":"c1"}"#.utf8))
      }
    }
    let app = try TestHost(["posts": Page.blocks("Sync")[8]]) {
      $0.core = Forgetful(http: http)
      $0.grants = [Grant(.hosts, "127.0.0.1:8080")]
    }
    try app.run("state.posts.count")
    await app.settled()
    #expect(try app.run("state.posts.byKey['7'].title") == "Seven")
    #expect(try app.run("state.posts.sync.cursor") == "c1")
    try app.run("posts.mutate{ put = { id = 8, title = 'Eight' } }")
    await app.settled()
    #expect(
      app.actions.last { $0.type == "posts/failed" }?.fields["message"] == "posts: put 8 was refused: not now")
    #expect(http.requests.map { "\($0.method) \($0.url)" }.contains("PUT http://127.0.0.1:8080/posts/8"))
    // A patch as a PUT would take the other fields of the server's row away.
    try app.run("posts.mutate{ key = 7, patch = { title = 'Sieben' } }")
    await app.settled()
    let patch = try #require(http.requests.last { $0.method == "PATCH" })
    #expect(patch.url == "http://127.0.0.1:8080/posts/7")
    #expect(String(decoding: patch.body, as: UTF8.self) == #"{"title":"Sieben"}"#)
    try app.run("posts.mutate{ key = 7, delete = true }")
    await app.settled()
    #expect(http.requests.map { "\($0.method) \($0.url)" }.contains("DELETE http://127.0.0.1:8080/posts/7"))
  }
}
