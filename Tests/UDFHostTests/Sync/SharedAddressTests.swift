import FolderTesting
import HostTesting
import LuaRuntime
import Testing
import UDF
import UDFNetwork
import UDFServices
import UDFSync

@testable import UDFHost

/// Features whose collections share an address.
@Suite("features of one address")
struct SharedAddressTests {
  private static func source(_ name: String, _ options: String = "", key: String = "id") -> String {
    """
    return require("udf").sync {
      name = "\(name)", key = "\(key)", collection = "\(name)", remote = "https://news.example/sync",
      \(options)
    }
    """
  }

  private static func app(
    _ server: NewsServer, tags: String = source("tags", key: "name"), listener: String = listener,
    cache: any CacheStore = MemoryCache()
  ) throws -> TestHost {
    try TestHost(
      ["articles": source("articles"), "tags": tags, "listener": listener],
      configure: {
        $0.core = NewsCore(server: server, cache: cache)
        $0.grants = [Grant(.hosts, "news.example")]
      })
  }

  private func server() -> NewsServer {
    let server = NewsServer()
    server.put("articles/a", json: #"{"id":"a","title":"One"}"#)
    server.put("tags/red", json: #"{"name":"red","count":1}"#)
    server.takeAll(true)
    return server
  }

  private let both = """
    articles.mutate{ all = {
      { put = { id = "b", title = "Two", tag = "red" } }, { collection = "tags", key = "red", patch = { count = 2 } },
    } }
    """

  private func looked(_ app: TestHost) async throws {
    try app.run("state.articles.count")
    try app.run("state.tags.count")
    await app.settled()
  }

  private func shown(_ app: TestHost) throws -> [Value] {
    [try app.run("state.articles.count"), try app.run("state.tags.byKey.red.count")]
  }

  @Test("pull the rows of both with one request, and each has its own")
  func pulled() async throws {
    let server = server()
    let app = try Self.app(server)
    try await looked(app)
    #expect(try shown(app) == [1, 1])
    #expect(server.pulls.count == 1)
    #expect(server.pulls[0].selection == RowSelection(["articles": .all, "tags": .all]))
  }

  @Test("change both with one mutation: visible, waiting and made as one")
  func made() async throws {
    let server = server()
    let app = try Self.app(server)
    try await looked(app)
    server.fail(RemoteFailure(.unavailable, "feed: cannot be reached"))
    try app.run(both)
    await app.settled()
    #expect(try shown(app) == [2, 2])
    #expect(try app.run("state.articles.sync.pending") == 1)
    #expect(try app.run("state.tags.sync.pending") == 1)
    server.fail(nil)
    try app.run("tags.pull{ force = true }")
    await app.settled()
    #expect(try shown(app) == [2, 2])
    #expect(try app.run("state.tags.sync.pending") == 0)
    let made = server.pushes.last?.map { $0.parts.map { "\($0.operation) \($0.key)" } }
    #expect(made == [["put articles/b", "patch tags/red"]])
  }

  /// Counts the rows of the collection tags that actions of their feature bring.
  private static let listener = Source.feature(
    """
    name = "listener", state = { count = 0 },
    reduce = { ["tags/cached"] = function(state, action) state.count = state.count + #action.rows end },
    """)

  @Test("receive a change of both in one action, so that no observer sees a half of it; a listener receives both")
  func oneStep() async throws {
    let server = server()
    server.refuse("tags/red")
    let app = try Self.app(server)
    try await looked(app)
    let before = app.actions.count
    let listened = try app.state("listener.count")
    var seen: [[Value]] = []
    let subscription = app.host.subscribe { [host = app.host] _ in
      let paths = ["articles.count", "tags.byKey.red.count"]
      seen.append(paths.map { path in (try? host.value(at: path)) ?? .none })
    }
    server.fail(RemoteFailure(.unavailable, "feed: cannot be reached"))
    try app.run(both)
    await app.settled()
    #expect(seen.last == [2, 2])
    server.fail(nil)
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(seen.last == [1, 1])
    #expect(seen.allSatisfy { $0 == [1, 1] || $0 == [2, 2] }, "\(seen)")
    subscription.cancel()
    let brought = app.actions.dropFirst(before).filter {
      ["cached", "synced"].contains($0.type.split(separator: "/").last)
    }
    #expect(brought.map(\.type) == ["articles/cached", "tags/cached", "articles/cached", "tags/cached"])
    #expect(brought.first?.fields["with"]["tags"]["rows"] == [["count": 2, "name": "red"]])
    #expect(brought.last?.changes.allSatisfy { $0.path.keys.first == .key("listener") } == true)
    #expect(try app.state("listener.count") == .integer(Int64((listened.integer ?? 0) + 2)))
  }

  @Test("report pending changes for a former address")
  func otherAddress() async throws {
    let folder = try TemporaryFolder()
    func app(_ address: String) throws -> TestHost {
      let server = server()
      server.fail(RemoteFailure(.unavailable, "feed: cannot be reached"))
      let tags = Self.source("tags", key: "name").replacing("https://news.example/sync", with: address)
      return try TestHost(
        ["tags": tags],
        configure: {
          $0.core = NewsCore(server: server, cache: SQLiteCache(patience: 600))
          $0.grants = [Grant(.hosts, "news.example")]
          $0.data = folder.path
        })
    }
    let first = try app("https://news.example/old")
    try first.run(#"tags.mutate{ put = { name = "blue" } }"#)
    await first.settled()
    first.host.stop()
    first.host.waitForEngines(seconds: 60)
    let second = try app("https://news.example/new")
    #expect(
      second.logs == [
        """
        warning sync: 1 change waits in \(folder.path)/sync/@news.example_old.sqlite, which no feature of the app keeps now
          They are sent when a feature has the former name, remote and collection again.
        """
      ])
    second.host.stop()
  }

  @Test("revert a refused change in both, and have it as a dead letter of both until one sends it again")
  func refused() async throws {
    let server = server()
    server.refuse("tags/red")
    let app = try Self.app(server)
    try await looked(app)
    try app.run(both)
    await app.settled()
    #expect(try shown(app) == [1, 1])
    for name in ["articles", "tags"] {
      let letter = try app.state("\(name).dead[1]")
      #expect(
        letter["all"] == [
          ["op": "put", "collection": "articles", "key": "b", "row": ["id": "b", "title": "Two", "tag": "red"]],
          ["op": "patch", "collection": "tags", "key": "red", "row": ["count": 2]],
        ])
      #expect(
        app.actions.last { $0.type == "\(name)/failed" }?.fields["message"]
          == .string("\(name): 2 changes as one were refused: tags/red is not yours"))
    }
    server.accept("tags/red")
    try app.run(
      """
      tags.amend{ id = 1, all = {
        { key = "red", patch = { count = 5 } }, { collection = "articles", put = { id = "c", title = "Three" } },
      } }
      """)
    await app.settled()
    #expect(try shown(app) == [2, 5])
    #expect(try app.run("state.articles.sync.dead") == 0)
    #expect(try app.run("state.tags.sync.dead") == 0)
    #expect(try app.state("articles.dead").items.isEmpty)
  }

  @Test(
    "refuse an unknown collection with a list of the known ones",
    arguments: [
      (
        #"{ collection = "tag", key = "red", delete = true }"#,
        #"all[1].collection must be one of "articles", "tags", got string "tag""#,
        "name a collection that a feature of the app keeps at the same address"
      ),
      (
        #"{ collection = "tags", put = { id = "red" } }"#,
        "all[1].put.name is missing; it must be a string or an integer",
        nil
      ),
    ])
  func unknown(_ change: String, _ problem: String, _ fix: String?) async throws {
    let app = try Self.app(server())
    try await looked(app)
    let failure = app.failure("articles.mutate{ all = { \(change) } }")
    #expect(failure.hasPrefix("prompt:1: articles/mutate: \(problem)"), "\(failure)")
    if let fix { #expect(failure.contains("To fix this, \(fix)"), "\(failure)") }
  }

  @Test("cannot be named without a collection")
  func alone() async throws {
    let app = try TestHost(["notes": #"return require("udf").sync { name = "notes", key = "id" }"#]) {
      $0.core = NewsCore(server: NewsServer())
    }
    try app.run("state.notes.count")
    await app.settled()
    let failure = app.failure(#"notes.mutate{ collection = "tags", key = "red", delete = true }"#)
    #expect(
      failure.hasPrefix("prompt:1: notes/mutate: collection is set, but notes is declared without one"), "\(failure)")
  }

  @Test(
    "refuse wrong declarations with a suggestion",
    arguments: [
      (
        #"collection = "a/b", remote = "https://news.example""#,
        #"udf.sync: tags.collection must be a name of letters, digits, _, - and ., got "a/b""#
      ),
      (
        #"collection = "tags""#,
        "udf.sync: tags.collection names one of the collections of an address; give remote that address"
      ),
      (
        #"collection = "articles", remote = "https://news.example/sync/""#,
        #"udf.sync: articles and tags both keep the collection "articles" of https://news.example/sync"#
      ),
      (
        #"collection = "tags", references = { article = "articels" }, remote = "https://news.example/sync""#,
        """
        udf.sync: tags.references: article names the collection "articels", which no feature keeps at \
        https://news.example/sync
        """
      ),
      (
        #"references = { article = "articles" }, remote = "https://news.example/sync""#,
        "udf.sync: tags.references names collections of an address; without a collection give a list of fields"
      ),
      (
        #"references = { article = 1 }, remote = "https://news.example/sync""#,
        #"udf.sync: tags.references must be a list of fields, or collections by fields: { project = "projects" }"#
      ),
      (
        #"collection = "tags", cache = "memory", remote = "https://news.example/sync""#,
        "udf.sync: articles and tags share the address https://news.example/sync and therefore a cache"
      ),
    ])
  func declarations(_ options: String, _ problem: String) throws {
    let tags = "return require('udf').sync {\n  name = 'tags', key = 'name',\n  \(options),\n}"
    let message = failure { _ = try Self.app(NewsServer(), tags: tags) }
    #expect(message.contains(problem), "\(message)")
    #expect(message.hasPrefix("tags.lua:"), "\(message)")
  }

  @Test("get a new engine together when one is reloaded, and keep pending changes")
  func reloaded() async throws {
    let server = server()
    let app = try Self.app(server)
    try await looked(app)
    server.fail(RemoteFailure(.unavailable, "feed: cannot be reached"))
    try app.run(both)
    await app.settled()
    _ = try app.reload("tags", as: Self.source("tags", "ttl = 5,", key: "name"))
    await app.settled()
    #expect(try shown(app) == [2, 2])
    #expect(try app.run("state.articles.sync.pending") == 1)
    server.fail(nil)
    try app.run("articles.pull{ force = true }")
    await app.settled()
    #expect(try app.run("state.articles.sync.pending") == 0)
    #expect(server.pushes.last?.map(\.parts.count) == [2])
  }

  @Test("report a server that names no collections, and send it nothing")
  func nameless() async throws {
    let http = StubHTTPClient { _ throws(HTTPFailure) in
      HTTPResponse(
        status: 200, body: Array(#"{"version":2,"epoch":"E","next":"T1","more":false,"changes":0,"mutations":{}}"#.utf8)
      )
    }
    let app = try TestHost(
      ["articles": Self.source("articles"), "tags": Self.source("tags", key: "name")],
      configure: {
        $0.core = Web(http: http)
        $0.grants = [Grant(.hosts, "news.example")]
      })
    try await looked(app)
    try app.run(both)
    await app.settled()
    #expect(
      try app.run("state.tags.sync.problem")
        == """
        https://news.example/sync: the server's pages do not name the collections "articles", "tags"; give each collection an \
        address of its own, and declare it without its name
        """)
    #expect(http.requests.allSatisfy { $0.method == "GET" })
  }

  private struct Web: HostCore {
    let instances = Instances()
    let http: any HTTPClient

    func dependency() -> any LogSink { SilentLog() }
    func dependency() -> any HTTPClient { http }
    func dependency(_ database: SyncDatabase) -> any CacheStore { MemoryCache() }
  }
}
