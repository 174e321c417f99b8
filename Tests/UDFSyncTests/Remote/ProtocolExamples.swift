import Foundation
import Testing
import UDF
import UDFNetwork
import UDFSync

/// The examples of the written protocol, so that they are what is said and understood.
@Suite("Examples of the sync protocol") struct ProtocolExamples {
  /// Compiled only: it would ask a server.
  func remote() async throws -> PullReply {
    let articles = SyncCollection("articles", folder: "/home/ann/.local/share/news")
    let remote = HTTPRemote("http://127.0.0.1:8790", of: articles, http: LiveHTTPClient()) { isRefused in
      ["Authorization": isRefused ? "Bearer 93a0" : "Bearer 81f2"]
    }
    let reply = try await remote.pull(PullRequest(client: "c1"))
    return reply
  }

  private static let changes: [RowChange] = [
    .put(SyncRow(EntityKey("a1"), version: 17, body: Array(#"{"id":"a1","title":"Hello"}"#.utf8))),
    .delete(EntityKey("a2"), version: 18),
  ]

  @Test("a page of version 2") func secondPage() async throws {
    let server = StubServer(
      .page(
        #"{"version":2,"epoch":"E1","from":"T1","next":"T2","more":false,"changes":2,"mutations":{"NAME":7,"NAME2":0},"live":true}"#,
        #"[17,{"id":"a1","title":"Hello"}]"#, #"[18,"a2"]"#))
    let reply = try await server.remote.pull(PullRequest(token: "T1", client: "NAME", clients: ["NAME2", "NAME3"]))
    #expect(
      server.http.requests.map(\.url) == [
        "http://news.test/feed/changes?since=T1&limit=1000&client=NAME&clients=NAME2,NAME3&schema=1&protocol=2"
      ])
    #expect(
      reply
        == .page(
          PullPage(
            from: "T1", next: "T2", changes: Self.changes, mutation: nil, mutations: ["NAME": 7, "NAME2": 0],
            epoch: "E1", offersLive: true)))
  }

  @Test("an event") func event() async throws {
    let event = """
      event: page
      id: T2
      data: {"version":2,"epoch":"E1","from":"T1","next":"T2","more":false,"changes":2,"mutations":{"NAME":7},"live":true}
      data: [17,{"id":"a1","title":"Hello"}]
      data: [18,"a2"]


      """
    let server = StubServer(
      HTTPResponse(status: 200, headers: ["Content-Type": "text/event-stream"], body: Array(event.utf8)))
    var pages = try await server.remote.live(PullRequest(token: "T1", client: "NAME"))?.makeAsyncIterator()
    #expect(
      try await pages?.next()
        == PullPage(
          from: "T1", next: "T2", changes: Self.changes, mutation: nil, mutations: ["NAME": 7], epoch: "E1",
          offersLive: true))
    #expect(server.http.requests.map { $0.headers["Accept"] } == ["text/event-stream"])
  }

  @Test("a page of version 1") func page() async throws {
    let server = StubServer(
      .page(
        #"{"from":"T1","next":"T2","more":false,"changes":2,"mutation":7}"#, #"[17,{"id":"a1","title":"Hello"}]"#,
        #"[18,"a2"]"#))
    let reply = try await server.remote.pull(PullRequest(token: "T1", client: "NAME"))
    #expect(
      reply
        == .page(
          PullPage(
            from: "T1", next: "T2",
            changes: [
              .put(SyncRow(EntityKey("a1"), version: 17, body: Array(#"{"id":"a1","title":"Hello"}"#.utf8))),
              .delete(EntityKey("a2"), version: 18),
            ], mutation: 7)))
  }

  @Test("mutations and their outcomes") func mutations() async throws {
    let results =
      #"{"results":[{"id":8},{"id":9,"code":"gone","message":"there is no article a2 any more"},{"id":10}]}"#
    let server = StubServer(HTTPResponse(status: 200, body: Array(results.utf8)))
    let reply = try await server.remote.push(
      PushRequest(
        client: "NAME",
        mutations: [
          Mutation(id: 8, .put, EntityKey("a1"), body: Array(#"{"id":"a1","title":"Hello"}"#.utf8)),
          Mutation(id: 9, .patch, EntityKey("a2"), body: Array(#"{"title":"Bye","note":null}"#.utf8)),
          Mutation(id: 10, .delete, EntityKey("a3")),
        ]))
    let written = """
      {"client":"NAME","schema":1,"mutations":[
        {"id":8,"op":"put","key":"a1","row":{"id":"a1","title":"Hello"}},
        {"id":9,"op":"patch","key":"a2","row":{"title":"Bye","note":null}},
        {"id":10,"op":"delete","key":"a3"}]}
      """
    let sent = server.http.requests.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(sent == [written.replacing("\n", with: "").replacing("  ", with: "")])
    #expect(
      reply
        == PushReply([
          (8, .applied), (9, .rejected(code: "gone", message: "there is no article a2 any more")), (10, .applied),
        ]))
  }
}
