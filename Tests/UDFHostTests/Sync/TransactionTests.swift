import HostTesting
import Testing
import UDF
import UDFServices
import UDFSync

@testable import UDFHost

@Suite("several changes as one")
struct TransactionTests {
  private let all = """
    articles.mutate{ all = {
      { put = { id = "b", title = "Two" } }, { key = "a", patch = { title = "Uno" } }, { key = "c", delete = true },
    } }
    """

  private func app(takesAll: Bool = true) async throws -> (NewsServer, TestHost) {
    let server = NewsServer(["a": "One", "c": "Three"])
    server.takeAll(takesAll)
    let app = try TestHost(NewsCore(server: server))
    try await app.looked()
    return (server, app)
  }

  @Test("are visible with one action, wait as one, and are one mutation for the server")
  func made() async throws {
    let (server, app) = try await app()
    server.hold()
    try app.run(all)
    while server.pushes.isEmpty || app.titles != ["Uno", "Two"] {
      app.host.poll()
      await Task.yield()
    }
    #expect(app.deliveries.count { $0 == "cached local" } == 1)
    #expect(app.sync["pending"] == 1)
    server.release()
    await app.settled()
    #expect(app.titles == ["Uno", "Two"])
    #expect(
      server.pushes.map { $0.map { $0.parts.map { "\($0.operation) \($0.key)" } } } == [
        [["put b", "patch a", "delete c"]]
      ])
  }

  @Test("are refused as one, are one dead letter, and are sent again with `retry` or `amend`")
  func refused() async throws {
    let (server, app) = try await app()
    server.refuse("a")
    try app.run(all)
    await app.settled()
    #expect(app.titles == ["One", "Three"])
    let letter = try app.state("articles.dead[1]")
    #expect(
      letter["all"] == [
        ["op": "put", "key": "b", "row": ["id": "b", "title": "Two"]],
        ["op": "patch", "key": "a", "row": ["title": "Uno"]], ["op": "delete", "key": "c"],
      ])
    #expect(letter["op"] == "all" && letter["key"] == .none && letter["code"] == "refused")
    let failed = app.actions.last { $0.type == "articles/failed" }
    #expect(failed?.fields["message"] == "articles: 3 changes as one were refused: a is not yours")
    try app.run("articles.retry{}")
    await app.settled()
    #expect(app.sync["dead"] == 1)
    try app.run(
      #"articles.amend{ id = 2, all = { { put = { id = "b", title = "Zwei" } }, { key = "c", delete = true } } }"#)
    await app.settled()
    #expect(app.titles == ["One", "Zwei"])
    #expect(app.sync["dead"] == 0)
  }

  @Test("are not sent to a server that cannot apply them as one, and the feature gets the reason")
  func notTaken() async throws {
    let (server, app) = try await app(takesAll: false)
    try app.run(all)
    await app.settled()
    #expect(app.titles == ["One", "Three"])
    #expect(server.pushes.isEmpty)
    #expect(
      app.actions.last { $0.type == "articles/failed" }?.fields["message"]
        == """
        none of the 3 changes was stored: articles: the server of articles cannot apply several changes as one mutation; send \
        each change alone
        """)
  }

  @Test("cannot be undone; the refusal names what to send instead")
  func undo() async throws {
    let (_, app) = try await app()
    try app.run(all)
    await app.settled()
    let message = failure { _ = try app.host.undo() }
    let opposite = """
      articles.mutate{ all = { { delete = true, key = "b" }, { put = { id = "a", title = "One" } }, \
      { put = { id = "c", title = "Three" } } } }
      """
    #expect(message.hasSuffix("send the opposite: \(opposite)"), "\(message)")
  }

  @Test(
    "are refused with the place of a mistake",
    arguments: [
      (
        "{ all = {} }", "all has no changes",
        "send { all = { { put = row }, { key = …, patch = { … } }, { key = …, delete = true } } }"
      ),
      ("{ all = {}, key = 'a' }", "key and all are both set", "put key into one of the changes in all"),
      (
        "{ all = { { key = 'a', delete = true }, {} } }", "all[2]: there is no change",
        "send { put = row }, { key = …, patch = { … } } or { key = …, delete = true }"
      ),
      (
        "{ all = { { put = { title = 'x' } } } }", "all[1].put.id is missing; it must be a string or an integer", nil
      ),
      (
        "{ all = { { key = 'a', patch = { id = 'b' } } } }", #"all[1].patch.id must be the key of the row, "a""#,
        "to give a row another key, put a new row and delete the old one"
      ),
    ] as [(String, String, String?)])
  func wrong(_ fields: String, _ problem: String, _ fix: String?) throws {
    let app = try TestHost(NewsCore(server: NewsServer()))
    let fix = fix.map { "\n  To fix this, \($0)" } ?? ""
    #expect(
      app.failure("articles.mutate\(fields)")
        == "prompt:1: articles/mutate: \(problem)\n  The action was refused and the state is unchanged.\(fix)")
  }

  @Test("cannot be amended by one change, nor one change by several")
  func wrongAmendment() async throws {
    let (server, app) = try await app()
    server.refuse("a")
    try app.run(all)
    try app.run(#"articles.mutate{ key = "a", delete = true }"#)
    await app.settled()
    let unchanged = "\n  The action was refused and the state is unchanged.\n  To fix this, "
    #expect(
      app.failure("articles.amend{ id = 1, row = { id = 'a' } }")
        == "prompt:1: articles/amend: dead letter 1 has several changes; a single one cannot amend it\(unchanged)"
        + "send articles.amend{ id = 1, all = { … } } with all the changes")
    #expect(
      app.failure("articles.amend{ id = 2, all = { { key = 'a', delete = true } } }")
        == "prompt:1: articles/amend: dead letter 2 is a single delete; a list all cannot amend it\(unchanged)"
        + "send its row or patch, or bury it and send articles.mutate{ all = { … } }")
  }

  // MARK: adapters

  private struct LocalCore: HostCore {
    let instances = Instances()

    func dependency() -> any LogSink { SilentLog() }
    func dependency(_ database: SyncDatabase) -> any CacheStore { MemoryCache() }
  }

  private func adapter(_ options: String, answer: String) throws -> TestHost {
    try TestHost(
      [
        "articles": """
        local udf = require "udf"
        local rows, asked = { a = { id = "a", title = "One" } }, {}
        return udf.sync {
          name = "articles", key = "id", sort = "id",
          remote = {
            \(options)
            pull = function()
              local list = udf.list {}
              for _, row in pairs(rows) do list[#list + 1] = row end
              return { changes = list }
            end,
            push = function(cx, mutations)
              local mutation = mutations[1]
              cx.log("info", ("%s of %d: %s %s over %s"):format(
                mutation.op, #mutation.all, mutation.all[2].op, mutation.all[2].key, mutation.all[2].base.title))
              \(answer)
            end,
          },
          view = function(state) return { titles = udf.each(state.rows, function(row) return row.title end) } end,
        }
        """,
        "app": """
        local udf = require "udf"
        return udf.app { name = "blog", features = { require "articles" } }
        """,
      ], configure: { $0.core = LocalCore() })
  }

  private let two =
    #"articles.mutate{ all = { { put = { id = "n", title = "N" } }, { key = "a", patch = { title = "A" } } } }"#

  @Test("are passed to an adapter as one, which returns the row and key of each")
  func adapter() async throws {
    let app = try adapter(
      "all = true,",
      answer: """
        rows.n, rows.a = { id = "7", title = "N" }, { id = "a", title = "A!" }
        return { { id = mutation.id, all = { { row = rows.n, key = "7" }, { row = rows.a } } } }
        """)
    try await app.looked()
    try app.run(two)
    await app.settled()
    #expect(app.titles == ["N", "A!"])
    #expect(app.logs == ["info all of 2: patch a over One"])
    #expect(app.sync["pending"] == 0 && app.sync["dead"] == 0)
  }

  @Test("can be refused by an adapter as one")
  func adapterRefuses() async throws {
    let app = try adapter(
      "all = true,", answer: #"return { { id = mutation.id, refused = { code = "full", message = "no room" } } }"#)
    try await app.looked()
    try app.run(two)
    await app.settled()
    #expect(app.titles == ["One"])
    #expect(try app.state("articles.dead[1]")["all"].items.count == 2)
  }

  @Test("wait after a result with another number of parts, which is reported")
  func wrongAnswer() async throws {
    let app = try adapter("all = true,", answer: "return { { id = mutation.id, all = { {} } } }")
    try await app.looked()
    try app.run(two)
    await app.settled()
    #expect(
      app.sync["problem"] == """
        articles: the server answered mutation 1 with another number of results than its 2 changes; the request is repeated
        """)
    #expect(app.titles == ["A", "N"] && app.sync["pending"] == 1)
  }

  @Test("are never passed to an adapter that does not declare support")
  func otherAdapter() async throws {
    let app = try adapter("", answer: "error('never')")
    try await app.looked()
    try app.run(two)
    await app.settled()
    #expect(app.titles == ["One"])
    #expect(app.sync["pending"] == 0)
  }
}
