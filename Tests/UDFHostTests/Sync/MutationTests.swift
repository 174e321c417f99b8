import HostTesting
import Testing
import UDF
import UDFSync

@testable import UDFHost

@Suite("a change of rows here and on the server")
struct MutationTests {
  @Test("is visible before the server has it, and is the server's afterwards")
  func optimistic() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server))
    try await app.looked()
    server.hold()
    try app.run(#"articles.mutate{ put = { id = "b", title = "Two" } }"#)
    while server.pushes.isEmpty || app.titles.count < 2 {
      app.host.poll()
      await Task.yield()
    }
    #expect(app.titles == ["One", "Two"])
    #expect(app.deliveries.last == "cached local")
    #expect(app.sync["pending"] == 1)
    server.release()
    await app.settled()
    #expect(server.pushes.map { $0.map(\.parts.head.key.description) } == [["b"]])
    #expect(app.titles == ["One", "Two"])
    #expect(app.sync["pending"] == 0)
    #expect(app.actions.filter { $0.type == "articles/pending" }.map { $0.fields["count"] } == [1, 0])
  }

  @Test("is sent to the server after all earlier ones")
  func order() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server))
    try app.run(
      """
      for i = 1, 20 do articles.mutate{ put = { id = "n" .. i, title = "N" .. i } } end
      articles.mutate{ key = "n1", delete = true }
      """)
    await app.settled()
    let sent = server.pushes.flatMap(\.self).flatMap(\.parts).map { "\($0.operation) \($0.key)" }
    #expect(sent == (1...20).map { "put n\($0)" } + ["delete n1"])
    #expect(app.titles.count == 20)
  }

  @Test("that the server refuses is reverted, and the feature gets the reason")
  func refused() async throws {
    let server = NewsServer(["a": "One"])
    server.refuse("a")
    let app = try TestHost(NewsCore(server: server))
    try await app.looked()
    try app.run(#"articles.mutate{ key = "a", patch = { title = "Mine" } }"#)
    await app.settled()
    #expect(app.titles == ["One"])
    #expect(app.sync["dead"] == 1)
    #expect(app.sync["problem"] == .none)
    let failed = app.actions.filter { $0.type == "articles/failed" }
    #expect(
      failed.map(\.fields) == [
        ["message": "articles: patch a was refused: a is not yours", "mutation": 1, "code": "refused", "stale": false]
      ])
    try app.run("articles.bury{}")
    await app.settled()
    #expect(app.sync["dead"] == 0)
  }

  @Test("without a network waits, also for the next start, and is sent then")
  func offline() async throws {
    let server = NewsServer(["a": "One"])
    let core = NewsCore(server: server)
    let app = try TestHost(core)
    try await app.looked()
    server.fail(RemoteFailure(.unavailable, "no network"))
    try app.run(#"articles.mutate{ put = { id = "a", title = "Mine", n = 1.0 } }"#)
    await app.settled()
    #expect(app.titles == ["Mine"])
    #expect(try app.run("math.type(state.articles.rows[1].n)") == "float")
    #expect(app.sync["pending"] == 1)
    #expect(app.host.nextDue != nil, "it tries again")
    app.host.stop()
    #expect(app.host.nextDue == nil)
    server.fail(nil)
    let next = try TestHost(core)
    try await next.looked()
    #expect(next.titles == ["Mine"])
    #expect(next.sync["pending"] == 0)
    #expect(server.pushes.last?.map(\.id) == [1])
  }

  @Test(
    "cannot be undone, nor can its cause; the refusal names what to send instead",
    arguments: [
      (#"{ put = { id = "b", title = "Two" } }"#, #"{ delete = true, key = "b" }"#),
      (#"{ key = "a", patch = { title = "Uno" } }"#, #"{ put = { id = "a", title = "One" } }"#),
      (#"{ key = "a", delete = true }"#, #"{ put = { id = "a", title = "One" } }"#),
    ])
  func undo(change: String, opposite: String) async throws {
    let worker = Source.feature(
      "name = 'worker', effects = { go = function(cx) cx.send { type = 'articles/mutate', \(change.dropFirst()) end },")
    let app = try TestHost(NewsCore(server: NewsServer(["a": "One"])), ["worker": worker, "counter": Source.counter])
    try await app.looked()
    try app.run("counter.inc()")
    try app.run("articles.mutate\(change)")
    let n = try #require(app.host.history.last { $0.type == "articles/mutate" }?.n)
    await app.settled()
    let (titles, state) = (app.titles, try app.state())
    #expect(app.sync["blocked"] == .none)
    let told = "changed articles, whose rows an engine keeps: undo does not change them\n  Nothing was undone.\n"
    let instead = "  To fix this, send the opposite: articles.mutate\(opposite)"
    #expect(failure { _ = try app.host.undo() } == "undo: #\(n) articles/mutate \(told)\(instead)")
    try app.host.visit(action: 1)
    #expect(failure { try app.host.resume() } == "resume: #\(n) articles/mutate \(told)\(instead)")
    #expect(app.host.pastAction == 1)
    try app.host.returnToLive()
    #expect(try app.state() == state && app.titles == titles)
    try app.run("articles.mutate\(opposite)")
    await app.settled()
    #expect(app.titles == ["One"])
    try app.run("worker.go()")
    await app.settled()
    let message = failure { _ = try app.host.undo() }
    #expect(message.contains("worker/go caused #") && message.contains("articles/mutate, and that \(told)\(instead)"))
  }

  @Test("cannot be undone if it changed a query; the refusal names the former query")
  func undoOfQuery() async throws {
    let app = try TestHost(NewsCore(server: NewsServer(["a": "One"])))
    try await app.looked()
    try app.run("articles.query{ limit = 5 }")
    try app.run("articles.query{ limit = 7 }")
    let message = failure { _ = try app.host.undo() }
    #expect(message.contains("To fix this, send the opposite: articles.query{ ") && message.contains("limit = 5"))
  }

  @Test(
    "that is not valid is refused with a valid example",
    arguments: [
      ("{}", "there is no change", "send { put = row }, { key = …, patch = { … } } or { key = …, delete = true }"),
      (
        #"{ put = { id = "a" }, delete = true }"#, "put and delete are both set",
        "send { put = row }, { key = …, patch = { … } } or { key = …, delete = true }"
      ),
      (#"{ put = { title = "x" } }"#, "put.id is missing; it must be a string or an integer", nil),
      (
        #"{ key = "a", put = { id = "a" } }"#, "key and put are both set", "leave key out: the row has its own"
      ),
      (#"{ patch = { title = "x" } }"#, "key is missing; it must be a string or an integer", nil),
      (
        #"{ key = "a", patch = { id = "b" } }"#, #"patch.id must be the key of the row, "a""#,
        "to give a row another key, put a new row and delete the old one"
      ),
      (
        #"{ put = { id = "a", title = "\xff" } }"#,
        "put.title cannot be written as JSON, which a server needs: the string is not valid UTF-8", nil
      ),
    ] as [(String, String, String?)])
  func wrong(_ fields: String, _ problem: String, _ fix: String?) throws {
    let app = try TestHost(NewsCore(server: NewsServer()))
    let fix = fix.map { "\n  To fix this, \($0)" } ?? ""
    #expect(
      app.failure("articles.mutate\(fields)")
        == "prompt:1: articles/mutate: \(problem)\n  The action was refused and the state is unchanged.\(fix)")
  }
}
