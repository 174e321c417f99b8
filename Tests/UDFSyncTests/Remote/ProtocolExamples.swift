import Foundation
import Testing
import UDF
import UDFNetwork
import UDFSync

/// The examples of the protocol's documentation, so that the engine sends and accepts exactly these.
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
    .put(SyncRow(RowKey("a1"), version: 17, body: Array(#"{"id":"a1","title":"Hello"}"#.utf8))),
    .delete(RowKey("a2"), version: 18),
  ]

  @Test("a page of version 2") func secondPage() async throws {
    let server = StubServer(
      .page(
        #"{"version":2,"epoch":"E1","from":"T1","next":"T2","more":false,"changes":2,"mutations":{"NAME":7,"NAME2":0},"live":true,"all":true,"where":true}"#,
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
            epoch: "E1", offersLive: true, takesAll: true, continuesFilter: true)))
  }

  @Test("a request for a part of the rows") func part() async throws {
    let server = StubServer(.page(#"{"next":"T2","more":false,"changes":0,"mutation":0}"#))
    _ = try await server.remote.pull(
      PullRequest(
        token: "T1", client: "NAME", filter: RowFilter(["year": [2026, 2025], "category": ["fruit"]])))
    #expect(
      server.http.requests.map(\.url) == [
        "http://news.test/feed/changes?since=T1&limit=1000&client=NAME"
          + "&where=%7B%22category%22%3A%22fruit%22%2C%22year%22%3A%5B2025%2C2026%5D%7D&schema=1&protocol=2"
      ])
  }

  @Test("an event") func event() async throws {
    let event = """
      event: page
      id: T2
      data: {"version":2,"epoch":"E1","from":"T1","next":"T2","more":false,"changes":2,"mutations":{"NAME":7},"live":true,"where":true}
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
          offersLive: true, continuesFilter: true))
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
              .put(SyncRow(RowKey("a1"), version: 17, body: Array(#"{"id":"a1","title":"Hello"}"#.utf8))),
              .delete(RowKey("a2"), version: 18),
            ], mutation: 7)))
  }

  @Test("several changes as one and their outcomes") func several() async throws {
    let results = #"{"results":[{"id":11,"all":[{"row":{"id":"a4","title":"New"},"version":19},{}]}]}"#
    let server = StubServer(HTTPResponse(status: 200, body: Array(results.utf8)))
    let reply = try await server.remote.push(
      PushRequest(
        client: "NAME",
        mutations: [
          Mutation(
            id: 11, client: "NAME",
            OneOrMore(
              Mutation.Part(.put, RowKey("a4"), body: Array(#"{"id":"a4","title":"New"}"#.utf8)),
              [Mutation.Part(.patch, RowKey("a1"), body: Array(#"{"next":"a4"}"#.utf8))]))
        ]))
    let written = """
      {"client":"NAME","schema":1,"mutations":[
        {"id":11,"op":"all","all":[
          {"op":"put","key":"a4","row":{"id":"a4","title":"New"}},
          {"op":"patch","key":"a1","row":{"next":"a4"}}]}]}
      """
    let sent = server.http.requests.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(sent == [written.replacing("\n", with: "").replacing("  ", with: "")])
    let row = SyncRow(RowKey("a4"), version: 19, body: Array(#"{"id":"a4","title":"New"}"#.utf8))
    #expect(reply == PushReply([(11, .all([.stored(.put(row)), .applied]))]))
  }

  @Test("several collections at one address") func collections() async throws {
    let page = HTTPResponse.page(
      #"{"version":2,"epoch":"E1","from":"T1","next":"T2","more":false,"changes":2,"mutations":{"NAME":7},"collections":["articles","tags"]}"#,
      #"[17,"articles",{"id":"a1","title":"Hello"}]"#, #"[18,"tags","red"]"#)
    let results = #"{"results":[{"id":8,"all":[{},{"row":{"name":"red","count":3},"version":19}]}]}"#
    let server = StubServer(page, HTTPResponse(status: 200, body: Array(results.utf8)), of: Self.database)
    let pull = PullRequest(
      token: "T1", client: "NAME", schemas: ["articles": 1, "tags": 2],
      selection: RowSelection(["articles": ["category": "fruit"], "tags": .all]))
    let reply = try await server.remote.pull(pull)
    #expect(
      server.http.requests.map(\.url) == [
        "http://news.test/feed/changes?since=T1&limit=1000&client=NAME&collections=%7B%22articles%22%3A%7B%22schema%22%3A1%2C"
          + "%22where%22%3A%7B%22category%22%3A%22fruit%22%7D%7D%2C%22tags%22%3A%7B%22schema%22%3A2%7D%7D&protocol=2"
      ])
    #expect(
      reply
        == .page(
          PullPage(
            from: "T1", next: "T2",
            changes: [
              .put(
                SyncRow(RowKey("a1", in: "articles"), version: 17, body: Array(#"{"id":"a1","title":"Hello"}"#.utf8))),
              .delete(RowKey("red", in: "tags"), version: 18),
            ], mutation: nil, mutations: ["NAME": 7], epoch: "E1", collections: ["articles", "tags"])))
    let pushed = try await server.remote.push(
      PushRequest(
        client: "NAME", schemas: ["articles": 1, "tags": 2],
        mutations: [
          Mutation(
            id: 8, client: "NAME",
            OneOrMore(
              Mutation.Part(.put, RowKey("a1", in: "articles"), body: Array(#"{"id":"a1","tag":"red"}"#.utf8)),
              [Mutation.Part(.patch, RowKey("red", in: "tags"), body: Array(#"{"count":3}"#.utf8))]))
        ]))
    let written = """
      {"client":"NAME","schemas":{"articles":1,"tags":2},"mutations":[
        {"id":8,"op":"all","all":[
          {"collection":"articles","op":"put","key":"a1","row":{"id":"a1","tag":"red"}},
          {"collection":"tags","op":"patch","key":"red","row":{"count":3}}]}]}
      """
    #expect(
      server.http.requests.last.map { String(decoding: $0.body, as: UTF8.self) }
        == written.replacing("\n", with: "").replacing("  ", with: ""))
    let row = SyncRow(RowKey("red", in: "tags"), version: 19, body: Array(#"{"name":"red","count":3}"#.utf8))
    #expect(pushed == PushReply([(8, .all([.applied, .stored(.put(row))]))]))
  }

  private static let database = SyncDatabase(
    OneOrMore(
      SyncCollection("articles", collection: "articles", folder: "/nowhere", remote: "http://news.test/feed"),
      [SyncCollection("tags", collection: "tags", key: "name", schema: 2, folder: "/nowhere")]))

  @Test("a page that does not name the collections has none of their rows") func nameless() async throws {
    let server = StubServer(
      .page(#"{"next":"T2","more":false,"changes":1,"mutation":7}"#, #"[17,{"id":"a1"}]"#), of: Self.database)
    let pull = PullRequest(
      client: "NAME", schemas: ["articles": 1, "tags": 2], selection: RowSelection(["articles": .all, "tags": .all]))
    #expect(try await server.remote.pull(pull) == .page(PullPage(next: "T2", mutation: 7)))
  }

  @Test("a line of a collection that was not requested is garbled") func foreignLine() async throws {
    let server = StubServer(
      .page(
        #"{"version":2,"epoch":"E1","next":"T2","more":false,"changes":1,"mutations":{},"collections":["articles","tags"]}"#,
        #"[17,"people",{"id":"a1"}]"#), of: Self.database)
    let pull = PullRequest(
      client: "NAME", schemas: ["articles": 1, "tags": 2], selection: RowSelection(["articles": .all, "tags": .all]))
    let failure = await #expect(throws: RemoteFailure.self) { try await server.remote.pull(pull) }
    #expect(failure?.code == .garbled)
    #expect(
      failure?.message.contains(#"line 2, column 5: there is no collection "people" in the request"#) == true,
      "\(failure?.message ?? "")")
  }

  @Test("mutations and their outcomes") func mutations() async throws {
    let results =
      #"{"results":[{"id":8},{"id":9,"code":"gone","message":"there is no article a2 any more"},{"id":10}]}"#
    let server = StubServer(HTTPResponse(status: 200, body: Array(results.utf8)))
    let reply = try await server.remote.push(
      PushRequest(
        client: "NAME",
        mutations: [
          Mutation(id: 8, .put, RowKey("a1"), body: Array(#"{"id":"a1","title":"Hello"}"#.utf8)),
          Mutation(id: 9, .patch, RowKey("a2"), body: Array(#"{"title":"Bye","note":null}"#.utf8)),
          Mutation(id: 10, .delete, RowKey("a3")),
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
