import HostTesting
import Testing
import UDF
import UDFSync

@testable import UDFHost

@Suite("changing rows here and on the server")
struct MutationTests {
  @Test("a change shows before the server has it, and is the server's afterwards")
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
    #expect(server.pushes.map { $0.map(\.key.description) } == [["b"]])
    #expect(app.titles == ["One", "Two"])
    #expect(app.sync["pending"] == 0)
    #expect(app.actions.filter { $0.type == "articles/pending" }.map { $0.fields["count"] } == [1, 0])
  }

  @Test("changes go to the server in the order in which they were made")
  func order() async throws {
    let server = NewsServer(["a": "One"])
    let app = try TestHost(NewsCore(server: server))
    try app.run(
      """
      for i = 1, 20 do articles.mutate{ put = { id = "n" .. i, title = "N" .. i } } end
      articles.mutate{ key = "n1", delete = true }
      """)
    await app.settled()
    let sent = server.pushes.flatMap(\.self).map { "\($0.operation) \($0.key)" }
    #expect(sent == (1...20).map { "put n\($0)" } + ["delete n1"])
    #expect(app.titles.count == 20)
  }

  @Test("what the server refuses is as the server has it, and the feature is told why")
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
        ["message": "articles: patch a was refused: a is not yours", "mutation": 1, "stale": false]
      ])
    try app.run("articles.bury{}")
    await app.settled()
    #expect(app.sync["dead"] == 0)
  }

  @Test("without a network it waits, also for the next start, and goes to the server then")
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
    app.host.stop()
    server.fail(nil)
    let next = try TestHost(core)
    try await next.looked()
    #expect(next.titles == ["Mine"])
    #expect(next.sync["pending"] == 0)
    #expect(server.pushes.last?.map(\.id) == [1])
  }

  @Test("an undo does not take it back")
  func undo() async throws {
    let app = try TestHost(NewsCore(server: NewsServer(["a": "One"])))
    try await app.looked()
    try app.run(#"articles.mutate{ put = { id = "b", title = "Two" } }"#)
    await app.settled()
    #expect(failure { _ = try app.host.undo() } == "undo: there is nothing to take back")
    #expect(app.titles == ["One", "Two"])
  }

  @Test(
    "what is no change is refused with how to write one",
    arguments: [
      ("{}", "nothing to do is there", "send { put = row }, { key = …, patch = { … } } or { key = …, delete = true }"),
      (
        #"{ put = { id = "a" }, delete = true }"#, "put and delete are both there",
        "send { put = row }, { key = …, patch = { … } } or { key = …, delete = true }"
      ),
      (#"{ put = { title = "x" } }"#, "put.id is missing; it must be a string or an integer", nil),
      (
        #"{ key = "a", put = { id = "a" } }"#, "key and put are both there", "leave key out: the row has its own"
      ),
      (#"{ patch = { title = "x" } }"#, "key is missing; it must be a string or an integer", nil),
      (
        #"{ key = "a", patch = { id = "b" } }"#, #"patch.id would make another row of "a""#,
        "put a new row, and delete the old one"
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
