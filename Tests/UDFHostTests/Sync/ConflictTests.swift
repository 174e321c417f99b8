import HostTesting
import Testing
import UDF
import UDFServices
import UDFSync

@testable import UDFHost

@Suite("the server's row changes under a pending change")
struct ConflictTests {
  private struct OwnPolicy: HostCore {
    let instances = Instances()
    let server: NewsServer
    let policy: ConflictPolicy

    func dependency() -> any LogSink { SilentLog() }
    func dependency(_ database: SyncDatabase) -> any CacheStore { MemoryCache() }
    func dependency(_ database: SyncDatabase) -> any RemoteStore { server }
    func dependency(_ collection: SyncCollection) -> ConflictPolicy { policy }
  }

  /// A change without a network, another one on the server, and then the network.
  private func conflict(_ app: TestHost, _ server: NewsServer) async throws {
    try await app.looked()
    server.fail(RemoteFailure(.unavailable, "no network"))
    try app.run(#"articles.mutate{ put = { id = "a", title = "Mine" } }"#)
    await app.settled()
    #expect(app.titles == ["Mine"])
    server.put("a", "Theirs")
    server.fail(nil)
    try app.run("articles.pull{}")
    await app.settled()
    #expect(app.sync["pending"] == 0)
    #expect(app.sync["problem"] == .none)
  }

  @Test(
    "by default, the own change is applied to the server's row",
    arguments: ["", "conflict = \"mine\","])
  func mine(_ option: String) async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server), articles: NewsFeed.articles(option))
    try await conflict(app, server)
    #expect(app.titles == ["Mine"])
    #expect(app.sync["dead"] == 0)
    #expect(app.sync["cursor"] == "3")
    #expect(server.pushes.last.map { $0.map(\.parts.head.key.description) } == ["a"])
  }

  @Test("if the feature says so, the server's row stays, and the feature is notified")
  func server() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server), articles: NewsFeed.articles("conflict = \"server\","))
    try await conflict(app, server)
    #expect(app.titles == ["Theirs"])
    #expect(app.sync["dead"] == 1)
    #expect(app.sync["cursor"] == "2")
    #expect(server.pushes.isEmpty)
    #expect(
      app.actions.filter { $0.fields["mutation"] != .none }.map(\.fields) == [
        [
          "message": "articles: put a was refused: the server's row changed before this was sent", "mutation": 1,
          "code": "conflict", "stale": false,
        ]
      ])
  }

  @Test("a policy of the app's core, one line of Swift, merges both")
  func own() async throws {
    let server = NewsServer(["a": "One"])
    let policy = ConflictPolicy { mutation, row in
      let theirs = row.map { String(decoding: $0.body, as: UTF8.self) } ?? "{}"
      return .replace(body: Array(theirs.replacing("Theirs", with: "Mine over theirs").utf8))
    }
    let app = try TestHost(OwnPolicy(server: server, policy: policy))
    try await conflict(app, server)
    #expect(app.titles == ["Mine over theirs"])
    #expect(app.sync["dead"] == 0)
    #expect(server.pushes.map { $0.map(\.id) } == [[1]])
  }

  @Test("the core's policy also applies if the remote is functions of the feature")
  func script() async throws {
    let articles = NewsFeed.articles(
      """
      reads = { "server" },
      remote = {
        pull = function(cx)
          local server = cx.others.server
          if server.down then error { code = "unavailable", message = "no network" } end
          return { changes = { { id = "a", title = server.title } }, versions = { a = server.version } }
        end,
        push = function() error { code = "unavailable", message = "nothing may be sent" } end,
      },
      """
    ).replacing(#"remote = "http://news.example", "#, with: "")
    let server = Source.feature(
      """
        name = "server", state = { title = "One", version = 1, down = false },
        reduce = {
          stop = function(state) state.down = true end,
          edit = function(state, action) state.title, state.version, state.down = action.title, 2, false end,
        },
      """)
    let app = try TestHost(
      OwnPolicy(server: NewsServer(), policy: .serverWins), articles: articles, ["server": server])
    try await app.looked()
    try app.run(#"server.stop{} articles.mutate{ put = { id = "a", title = "Mine" } }"#)
    await app.settled()
    #expect(app.titles == ["Mine"])
    try app.run(#"server.edit{ title = "Theirs" } articles.pull{}"#)
    await app.settled()
    #expect(app.titles == ["Theirs"])
    #expect(app.sync["pending"] == 0)
    #expect(app.sync["dead"] == 1)
  }

  @Test("a function merges the row before both changes, the own row and the server's row")
  func function() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(
      NewsCore(server: server),
      articles: NewsFeed.articles(
        """
        conflict = function(base, mine, theirs)
          return { id = mine.id, title = base.title .. ", " .. mine.title .. ", " .. theirs.title }
        end,
        """))
    try await conflict(app, server)
    #expect(app.titles == ["One, Mine, Theirs"])
    #expect(app.sync["dead"] == 0)
    #expect(server.pushes.last.map { $0.map(\.parts.head.key.description) } == ["a"])
  }

  @Test(
    "a function that fails, or returns something else than a row, makes a dead letter with the reason",
    arguments: [
      ("error('no way')", "articles.lua:5: no way"),
      ("return 7", "conflict must return a row, or nil to delete it, returned number 7"),
      ("return { id = 'b', title = 'Other' }", "key"), ("return udf.uuid()", "uuid"),
    ])
  func failing(_ body: String, _ reason: String) async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(
      NewsCore(server: server), articles: NewsFeed.articles("conflict = function(base, mine, theirs) \(body) end,"))
    try await conflict(app, server)
    #expect(app.titles == ["Theirs"])
    #expect(app.sync["dead"] == 1)
    #expect(app.sync["phase"] == "idle")
    let message = app.actions.last { $0.fields["mutation"] != .none }?.fields["message"].text ?? ""
    #expect(message.contains(reason), "\(message)")
  }

  @Test("a save that changes the policy applies from then on")
  func reload() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server))
    try await app.looked()
    #expect(try app.reload("articles", as: NewsFeed.articles("conflict = \"server\","))?.ok == true)
    try await conflict(app, server)
    #expect(app.titles == ["Theirs"])
    #expect(app.sync["dead"] == 1)
  }
}
