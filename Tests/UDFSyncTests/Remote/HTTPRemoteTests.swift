import Testing
import UDF
import UDFNetwork
import UDFSync

@Suite("requests to a server") struct HTTPRemoteTests {
  @Test("without rows everything is requested, and later the changes after the token")
  func asking() async throws {
    let server = StubServer(.page(#"{"from":null,"next":"T1","more":false,"changes":0,"mutation":0}"#))
    _ = try await server.remote.pull(PullRequest(client: "c1"))
    _ = try await server.remote.pull(PullRequest(token: "T1", etag: "\"e1\"", limit: 50, client: "c1", schema: 3))
    #expect(
      server.http.requests.map(\.url) == [
        "http://news.test/feed/changes?limit=1000&client=c1&schema=1&protocol=2",
        "http://news.test/feed/changes?since=T1&limit=50&client=c1&schema=3&protocol=2",
      ])
    #expect(server.http.requests.map { $0.headers["If-None-Match"] } == [nil, "\"e1\""])
    #expect(server.http.requests.map { $0.headers["Accept"] } == ["application/x-ndjson", "application/x-ndjson"])
  }

  @Test("a token may be any text, and is not interpreted")
  func odd() async throws {
    let server = StubServer(.page(#"{"next":"T1","more":false,"changes":0,"mutation":0}"#))
    _ = try await server.remote.pull(PullRequest(token: "a+b &?#/é\n", client: "c=1"))
    #expect(
      server.http.requests.map(\.url) == [
        "http://news.test/feed/changes?since=a%2Bb%20%26%3F%23%2F%C3%A9%0A&limit=1000&client=c%3D1&schema=1&protocol=2"
      ])
  }

  @Test("rows keep their bytes")
  func rows() async throws {
    let server = StubServer(
      .page(
        #"{"from":"T1","next":"T2","more":true,"changes":3,"mutation":7}"#,
        #"[17, {"n": 1.0, "id": "a1", "t": "\u00e9\/"} ]"#, #"[18,"a2"]"#, #"[19,{"id":3}]"#,
        headers: ["ETag": "\"e2\"", "Age": "90"]))
    let reply = try await server.remote.pull(PullRequest(token: "T1", client: "c1"))
    #expect(
      reply
        == .page(
          PullPage(
            from: "T1", next: "T2", hasMore: true,
            changes: [
              .put(
                SyncRow(RowKey("a1"), version: 17, body: Array(#"{"n": 1.0, "id": "a1", "t": "\u00e9\/"}"#.utf8))),
              .delete(RowKey("a2"), version: 18),
              .put(SyncRow(RowKey("3"), version: 19, body: Array(#"{"id":3}"#.utf8))),
            ], mutation: 7, etag: "\"e2\"", age: 90)))
  }

  @Test("a server of version 2 is asked for several clients, and reports for each what its rows contain, and its epoch")
  func second() async throws {
    let server = StubServer(
      .page(
        #"{"version":2,"epoch":"E1","from":null,"next":"T1","more":false,"changes":0,"mutations":{"a":7,"b c":0},"live":true}"#
      ))
    let reply = try await server.remote.pull(PullRequest(client: "a", clients: ["b c", "d,e"]))
    #expect(
      server.http.requests.map(\.url) == [
        "http://news.test/feed/changes?limit=1000&client=a&clients=b%20c,d%2Ce&schema=1&protocol=2"
      ])
    #expect(
      reply
        == .page(
          PullPage(
            from: .some(nil), next: "T1", mutation: nil, mutations: ["a": 7, "b c": 0], epoch: "E1", offersLive: true)))
  }

  @Test("a page may name the request that it answers")
  func from() async throws {
    for (head, from) in [
      (#"{"next":"T","more":false,"changes":0,"mutation":0}"#, .none),
      (#"{"from":null,"next":"T","more":false,"changes":0,"mutation":0}"#, .some(nil)),
      (#"{"from":"S","next":"T","more":false,"changes":0,"mutation":0}"#, .some("S")),
    ] as [(String, String??)] {
      let reply = try await StubServer(.page(head)).remote.pull(PullRequest(client: "c1"))
      #expect(reply == .page(PullPage(from: from, next: "T")))
    }
  }

  @Test("a response without changes needs no page, and reports its age")
  func notModified() async throws {
    // It should have no body; one that it has is not looked at.
    let server = StubServer(HTTPResponse(status: 304, headers: ["Age": "30"], body: Array("no page".utf8)))
    #expect(try await server.remote.pull(PullRequest(token: "T1", client: "c1")) == .notModified(age: 30))
    let old = StubServer(HTTPResponse(status: 304, headers: ["Age": "-1"]))
    #expect(try await old.remote.pull(PullRequest(token: "T1", client: "c1")) == .notModified(age: 0))
  }

  @Test("mutations are sent with their rows unchanged, and each outcome is returned")
  func pushing() async throws {
    let server = StubServer(
      HTTPResponse(
        status: 200,
        body: Array(
          #"{"results":[{"id":8},{"id":9,"code":"gone","message":"no such article"},{"id":10,"code":"old"}]}"#.utf8)))
    let reply = try await server.remote.push(
      PushRequest(
        client: "c\"1", schema: 2,
        mutations: [
          Mutation(id: 8, .put, RowKey("a1"), body: Array(#"{"id": "a1", "n": 1.0}"#.utf8)),
          Mutation(id: 9, .patch, RowKey("é"), body: Array(#"{"n":null}"#.utf8)),
          Mutation(id: 10, .delete, RowKey("a3")),
        ]))
    let request = try #require(server.http.requests.first)
    #expect(request.method == "POST")
    #expect(request.url == "http://news.test/feed/mutations")
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"client":"c\"1","schema":2,"mutations":[{"id":8,"op":"put","key":"a1","row":{"id": "a1", "n": 1.0}},"#
        + #"{"id":9,"op":"patch","key":"é","row":{"n":null}},{"id":10,"op":"delete","key":"a3"}]}"#)
    #expect(
      reply
        == PushReply([
          (8, .applied), (9, .rejected(code: "gone", message: "no such article")),
          (10, .rejected(code: "old", message: "old")),
        ]))
  }

  @Test("several changes are sent as one, with a result for each")
  func several() async throws {
    let results =
      #"{"results":[{"id":1,"all":[{"row":{"id":"a"},"version":12},{"key":7},{}]},{"id":2,"code":"gone"},{"id":3}]}"#
    let server = StubServer(HTTPResponse(status: 200, body: Array(results.utf8)))
    let put = Mutation.Part(.put, RowKey("a"), body: Array(#"{"id":"a", "n":1.0}"#.utf8))
    let reply = try await server.remote.push(
      PushRequest(
        client: "c1",
        mutations: [
          Mutation(id: 1, client: "c1", OneOrMore(put, [Mutation.Part(.delete, RowKey("b"))])),
          Mutation(id: 2, client: "c1", OneOrMore(put)),
        ]))
    let request = try #require(server.http.requests.first)
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"client":"c1","schema":1,"mutations":[{"id":1,"op":"all","all":[{"op":"put","key":"a","row":{"id":"a", "n":1.0}},"#
        + #"{"op":"delete","key":"b"}]},{"id":2,"op":"put","key":"a","row":{"id":"a", "n":1.0}}]}"#)
    #expect(
      reply
        == PushReply([
          (
            1,
            .all([
              .stored(.put(SyncRow(RowKey("a"), version: 12, body: Array(#"{"id":"a"}"#.utf8)))),
              .keyed(GivenKey(7)),
              .applied,
            ])
          ), (2, .rejected(code: "gone", message: "gone")), (3, .applied),
        ]))
  }

  @Test("a page of version 2 announces support for several changes as one, one of version 1 does not")
  func takesAll() async throws {
    for (head, takesAll) in [
      (#"{"version":2,"next":"T","more":false,"changes":0,"mutations":{},"epoch":"E","all":true}"#, true),
      (#"{"version":2,"next":"T","more":false,"changes":0,"mutations":{},"epoch":"E"}"#, false),
      (#"{"next":"T","more":false,"changes":0,"mutation":0,"all":true}"#, false),
    ] {
      guard case .page(let page) = try await StubServer(.page(head)).remote.pull(PullRequest(client: "c1")) else {
        throw RemoteFailure(.garbled, "no page")
      }
      #expect(page.takesAll == takesAll)
    }
  }

  @Test("a result may contain the row that the mutation has made, which is used unchanged")
  func returnedRows() async throws {
    let results =
      #"{"results":[{"id":1,"row":{"id":"a", "n":1.0},"version":12},{"row":{"id":7},"id":2},"#
      + #"{"id":3,"row":null,"version":4,"code":null},{"id":4,"more":[{}]}]}"#
    let server = StubServer(HTTPResponse(status: 200, body: Array(results.utf8)))
    let reply = try await server.remote.push(PushRequest(client: "c1", mutations: []))
    #expect(
      reply
        == PushReply([
          (1, .stored(.put(SyncRow(RowKey("a"), version: 12, body: Array(#"{"id":"a", "n":1.0}"#.utf8))))),
          (2, .stored(.put(SyncRow(RowKey("7"), body: Array(#"{"id":7}"#.utf8))))), (3, .applied), (4, .applied),
        ]))
  }

  @Test("a result may contain the row's new key, with the row or without")
  func givenKeys() async throws {
    let results = #"{"results":[{"id":1,"key":7},{"id":2,"key":"8","row":{"id":8}},{"id":3,"key":"c"}]}"#
    let server = StubServer(HTTPResponse(status: 200, body: Array(results.utf8)))
    let reply = try await server.remote.push(PushRequest(client: "c1", mutations: []))
    #expect(
      reply
        == PushReply([
          (1, .keyed(GivenKey(7))), (2, .stored(.put(SyncRow(RowKey("8"), body: Array(#"{"id":8}"#.utf8))))),
          (3, .keyed(GivenKey("c"))),
        ]))
  }

  @Test(
    "a response to a push without the outcomes of the mutations is garbled",
    arguments: [
      "", "[]", "{}", #"{"results":5}"#, #"{"results":[{"row":{"id":1}}]}"#, #"{"results":[{"id":"1"}]}"#,
      #"{"results":[{"id":1,"row":{"title":"x"}}]}"#, #"{"results":[{"id":1,"code":5}]}"#,
      #"{"results":[{"id":1,"row":{"id":1},"version":-1}]}"#, #"{"results":[{"id":1,"row":{"id":1},"key":2}]}"#,
    ])
  func garbledResults(_ body: String) async {
    let server = StubServer(HTTPResponse(status: 200, body: Array(body.utf8)))
    #expect(await server.pushFailure()?.code == .garbled)
  }

  @Test("headers are requested before each request, and their function may throw the reason for none")
  func headers() async throws {
    let collection = SyncCollection("articles", folder: "/nowhere")
    let page = HTTPResponse.page(#"{"next":"T","more":false,"changes":0,"mutation":0}"#)
    let http = StubHTTPClient { _ in page }
    let remote = HTTPRemote("http://news.test/feed/", of: collection, http: http) { _ in
      ["Authorization": "Bearer \(http.requests.count)"]
    }
    for _ in 0..<2 { _ = try await remote.pull(PullRequest(client: "c1")) }
    #expect(http.requests.map { $0.headers["Authorization"] } == ["Bearer 0", "Bearer 1"])
    #expect(http.requests.map(\.url).allSatisfy { $0.hasPrefix("http://news.test/feed/changes?") })
    let stranger = HTTPRemote("http://news.test", of: collection, http: http) { _ throws(RemoteFailure) in
      throw RemoteFailure(.unauthorized, "nobody is logged in")
    }
    await #expect(throws: RemoteFailure(.unauthorized, "nobody is logged in")) {
      try await stranger.pull(PullRequest(client: "c1"))
    }
  }

  private struct Web: SyncCore {
    let instances = Instances()
    let http: StubHTTPClient

    func dependency() -> any HTTPClient { http }
  }

  @Test("requests are sent only to the collection's granted hosts, by any client")
  func hosts() async throws {
    let hosts = try HostPatterns(["news.test"])
    let http = StubHTTPClient([:])
    let collection = SyncCollection("articles", folder: "/nowhere", remote: "http://news.test", hosts: hosts)
    let made: any RemoteStore = Web(http: http).dependency(SyncDatabase(collection))
    let own: any RemoteStore = HTTPRemote("http://news.test", of: collection, http: http)
    for remote in [made, own] { _ = try? await remote.pull(PullRequest(client: "c1")) }
    #expect(http.requests.map(\.hosts) == [hosts, hosts])
  }

  @Test("a collection without an address cannot send requests, and reports that")
  func nobody() async throws {
    let remote = NoRemote(of: SyncCollection("articles", folder: "/nowhere"))
    let failure = RemoteFailure(
      .unsupported, "articles: there is no server to ask; give the collection the address of a remote")
    await #expect(throws: failure) { try await remote.pull(PullRequest(client: "c1")) }
    await #expect(throws: failure) { try await remote.push(PushRequest(client: "c1", mutations: [])) }
  }

  @Test("a request with the response 401 is sent once more, with the headers of the second call")
  func refreshed() async throws {
    let http = StubHTTPClient { request throws(HTTPFailure) in
      request.headers["Authorization"] == "new"
        ? .page(#"{"next":"T1","more":false,"changes":0,"mutation":0}"#) : HTTPResponse(status: 401)
    }
    let articles = SyncCollection("articles", folder: "/nowhere")
    let remote = HTTPRemote("http://news.test", of: articles, http: http) { ["Authorization": $0 ? "new" : "old"] }
    _ = try await remote.pull(PullRequest(etag: "e", client: "c1"))
    #expect(http.requests.map { $0.headers["Authorization"] } == ["old", "new"])
    #expect(http.requests.map { $0.headers["If-None-Match"] } == ["e", "e"])
  }

  @Test("a second 401 is a failure, and a remote without headers sends only one request")
  func refusedTwice() async {
    let http = StubHTTPClient { _ throws(HTTPFailure) in HTTPResponse(status: 401) }
    let articles = SyncCollection("articles", folder: "/nowhere")
    let remote = HTTPRemote("http://news.test", of: articles, http: http) { _ in ["Authorization": "old"] }
    await #expect(throws: RemoteFailure.self) { try await remote.pull(PullRequest(client: "c1")) }
    #expect(http.requests.count == 2)
    let server = StubServer(HTTPResponse(status: 401))
    #expect(await server.failure()?.code == .unauthorized)
    #expect(server.http.requests.count == 1)
  }
}
