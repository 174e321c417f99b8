import HostTesting
import Testing
import UDF
import UDFSync

@testable import UDFHost

@Suite("dead letters")
struct DeadLetterTests {
  /// An app whose patch of `a` and put of `b` the server has refused.
  private func refused(_ server: NewsServer, _ core: NewsCore? = nil) async throws -> TestHost {
    server.refuse("a")
    server.refuse("b")
    let core = core ?? NewsCore(server: server)
    core.day.set(1000)
    let app = try TestHost(core)
    try await app.looked()
    try app.run(
      """
      articles.mutate{ key = "a", patch = { title = "Mine" } }
      articles.mutate{ put = { id = "b", title = "Two" } }
      """)
    await app.settled()
    return app
  }

  private let letters: Value = [
    [
      "mutation": 1, "op": "patch", "key": "a", "row": ["title": "Mine"], "code": "refused",
      "message": "a is not yours", "since": 1000.0,
    ],
    [
      "mutation": 2, "op": "put", "key": "b", "row": ["id": "b", "title": "Two"], "code": "refused",
      "message": "b is not yours", "since": 1000.0,
    ],
  ]

  @Test("are listed with the mutation, the reason and the time, before the failure is reported")
  func listed() async throws {
    let app = try await refused(NewsServer(["a": "One"]))
    #expect(try app.state("articles.dead") == letters)
    #expect(try app.run("#state.articles.dead") == 2)
    let types = app.actions.map(\.type).filter { ["articles/dead", "articles/failed"].contains($0) }
    let (dead, failed) = ("articles/dead", "articles/failed")
    // The second mutation goes with the first one or after it.
    #expect([[dead, failed, failed], [dead, failed, dead, failed]].contains(types), "\(types)")
  }

  @Test("are listed after the next start and after a reset of the state, and reported once")
  func restarted() async throws {
    let core = NewsCore(server: NewsServer(["a": "One"]))
    let app = try await refused(core.server, core)
    app.host.reload(reset: true)
    await app.settled()
    #expect(try app.state("articles.dead") == letters)
    #expect(app.actions.count { $0.type == "articles/failed" } == 2)
    app.host.stop()
    let next = try TestHost(core)
    try await next.looked()
    #expect(try next.state("articles.dead") == letters)
    #expect(next.actions.count { $0.type == "articles/failed" } == 0)
    try next.run("articles.reset{ outbox = true }")
    await next.settled()
    #expect(try next.state("articles.dead") == .list([]))
  }

  @Test("are those of the cache after a snapshot was loaded, not those of the snapshot")
  func loaded() async throws {
    let app = try await refused(NewsServer(["a": "One"]))
    try app.host.save(to: app.folder("x.json"))
    try app.run("articles.bury{ id = 1 }")
    await app.settled()
    _ = try app.host.load(from: app.folder("x.json"))
    #expect(try app.state("articles.dead") == letters)
    await app.settled()
    #expect(try app.state("articles.dead").items == [letters.items[1]])
  }

  @Test("are sent again by `retry`: one, several or all")
  func retried() async throws {
    let server = NewsServer(["a": "One"])
    let app = try await refused(server)
    server.accept("a")
    try app.run("articles.retry{ id = 1 }")
    await app.settled()
    #expect(app.titles == ["Mine"])
    #expect(try app.state("articles.dead[1].mutation") == 2)
    try app.run("articles.retry{ ids = { 2 } }")
    await app.settled()
    #expect(try app.state("articles.dead").items.map { $0["mutation"] } == [4])
    server.accept("b")
    try app.run("articles.retry{}")
    await app.settled()
    #expect(app.titles == ["Mine", "Two"])
    #expect(try app.state("articles.dead") == .list([]))
  }

  @Test("are sent again with another row or patch by `amend`")
  func amended() async throws {
    let server = NewsServer(["a": "One"])
    let app = try await refused(server)
    server.accept("a")
    server.accept("b")
    try app.run(
      """
      articles.amend{ id = 1, patch = { title = "Ours" } }
      articles.amend{ id = 2, row = { id = "b", title = "Zwei" } }
      """)
    await app.settled()
    #expect(app.titles == ["Ours", "Zwei"])
    #expect(app.sync["dead"] == 0)
  }

  @Test("are deleted by `bury`, only those that are named")
  func buried() async throws {
    let app = try await refused(NewsServer(["a": "One"]))
    try app.run("articles.bury{ id = 1 }")
    await app.settled()
    #expect(try app.state("articles.dead").items == [letters.items[1]])
    let dead = app.actions.filter { $0.type == "articles/dead" }
    #expect(dead.last?.fields == ["rows": .list([]), "removed": [1]])
  }

  @Test("that the engine no longer has are reported as a failure")
  func goneMeanwhile() async throws {
    let server = NewsServer(["a": "One"])
    let app = try await refused(server)
    try app.run("articles.bury{ id = 1 } articles.retry{ id = 1 }")
    await app.settled()
    let message = "articles: there is no dead letter 1; it may have been retried or buried meanwhile, or never existed"
    #expect(app.actions.last { $0.type == "articles/failed" }?.fields["message"] == .string(message))
  }

  @Test("in thousands are each sent to the feature once, in parts")
  func many() async throws {
    let server = NewsServer()
    for n in 1...2500 { server.refuse("n\(n)") }
    let app = try TestHost(NewsCore(server: server))
    try app.run("for n = 1, 2500 do articles.mutate{ put = { id = 'n' .. n } } end")
    await app.settled()
    try app.run("articles.bury{ ids = { 7, 2500 } }")
    await app.settled()
    let dead = app.actions.filter { $0.type == "articles/dead" }
    #expect(dead.reduce(0) { $0 + $1.fields["rows"].items.count } == 2500)
    #expect(dead.last?.fields == ["rows": .list([]), "removed": [7, 2500]])
    app.host.reload(reset: true)
    await app.settled()
    #expect(try app.run("#state.articles.dead") == 2498)
    #expect(
      app.actions.filter { $0.type == "articles/dead" }.suffix(2).map { $0.fields["rows"].items.count } == [2000, 498])
  }

  @Test("that a reducer refuses are sent again after a pull")
  func notTaken() async throws {
    let server = NewsServer(["a": "One"])
    server.refuse("a")
    let strict = Source.feature(
      "name = 'strict', reduce = { ['articles/dead'] = function(state, action) if state.full ~= false then error('full') end end, open = function(state) state.full = false end },"
    )
    let app = try TestHost(NewsCore(server: server), ["strict": strict])
    try await app.looked()
    try app.run(#"articles.mutate{ key = "a", patch = { title = "Mine" } }"#)
    await app.settled()
    #expect(try app.state("articles.dead") == .list([]))
    try app.run("strict.open() articles.pull{ force = true }")
    await app.settled()
    #expect(try app.state("articles.dead").items.map { $0["key"] } == ["a"])
  }

  @Test("cannot be affected by an undo, whose refusal names what to send instead")
  func undo() async throws {
    let app = try await refused(NewsServer(["a": "One"]))
    try app.run(#"articles.amend{ id = 1, patch = { title = "Ours" } }"#)
    await app.settled()
    let message = failure { _ = try app.host.undo() }
    #expect(
      message.hasSuffix(#"send the opposite: articles.mutate{ put = { id = "a", title = "One" } }"#), "\(message)")
  }

  @Test(
    "are protected from invalid requests, whose refusal shows a valid one",
    arguments: [
      (
        "retry{ id = 9 }", "there is no dead letter 9",
        "send the field mutation of a row in state.articles.dead; the first read of the state opens the cache"
      ),
      ("retry{ id = 1, ids = { 2 } }", "id and ids are both set", "send one of them"),
      (
        "bury{ ids = { 'a' } }", #"ids must be a list of whole numbers, got list of 1 items"#,
        "send { id = 7 }, { ids = { 7, 8 } }, or {} for all"
      ),
      (
        "amend{ id = 1 }", "either row or patch must be a table of fields",
        "send { id = …, row = { … } } for a put, { id = …, patch = { … } } for a patch, or { id = …, all = { … } } for several changes"
      ),
      (
        "amend{ id = 1, row = { id = 'a' } }", #"dead letter 1 is a patch of "a", which a row cannot amend"#,
        "send articles.amend{ id = 1, patch = { … } }"
      ),
      (
        "amend{ id = 2, row = { id = 'c' } }", #"row.id must be the key of dead letter 2, "b", got string "c""#,
        "keep the key; for another row bury the dead letter and send articles.mutate{ put = { … } }"
      ),
      (
        "amend{ id = 3, patch = {} }", #"dead letter 3 is a delete of "a", which a patch cannot amend"#,
        "send articles.retry{ id = 3 } or articles.bury{ id = 3 }"
      ),
    ])
  func wrong(_ call: String, _ problem: String, _ fix: String) async throws {
    let app = try await refused(NewsServer(["a": "One"]))
    try app.run(#"articles.mutate{ key = "a", delete = true }"#)
    await app.settled()
    let action = "articles/\(call.prefix { $0 != "{" })"
    #expect(
      app.failure("articles.\(call)")
        == "prompt:1: \(action): \(problem)\n  The action was refused and the state is unchanged.\n  To fix this, \(fix)"
    )
  }
}
