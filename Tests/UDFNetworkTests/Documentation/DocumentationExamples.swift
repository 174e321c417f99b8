import SocketTesting
import Testing
import UDFNetwork

/// The examples of the documentation. The tests check that they compile and that their comments are true.
@Suite("Documentation examples")
struct DocumentationExamples {
  func users(_ http: any HTTPClient) async throws(HTTPFailure) -> [UInt8] {
    try await http.send(HTTPRequest("https://api.example.com/users")).body
  }

  @Test func client() async throws {
    let answer = HTTPResponse(status: 200, body: Array("[]".utf8))
    #expect(try await users(StubHTTPClient(["GET https://api.example.com/users": .success(answer)])) == answer.body)
  }

  @Test func request() {
    var request = HTTPRequest("https://api.example.com/users", method: "POST", body: Array("{}".utf8))
    request.headers.add("Content-Type", "application/json")
    request.timeout = 5
    #expect(request.headers["content-type"] == "application/json")
  }

  @Test func headers() {
    var headers: HTTPHeaders = ["Accept": "text/html"]
    headers.add("accept", "text/plain")
    #expect(headers["ACCEPT"] == "text/html")
    #expect(headers.values("Accept") == ["text/html", "text/plain"])
  }

  @Test func failure() async throws {
    let port = try RawServer.freePort()
    let http = LiveHTTPClient()
    do throws(HTTPFailure) {
      _ = try await http.send(HTTPRequest("http://127.0.0.1:\(port)/users"))
    } catch {
      #expect(
        error.message
          == "GET http://127.0.0.1:\(port)/users: nothing listens at 127.0.0.1:\(port); "
          + "start the server, or correct the address")
    }
  }

  @Test func proxies() {
    let proxies = HTTPProxies(
      http: "http://proxy.local:3128", https: "http://proxy.local:3128", exceptions: "localhost")
    #expect(HTTPRequest("http://localhost:8080/", proxies: proxies).proxies == proxies)
  }

  @Test func stream() async throws {
    let http = StubHTTPClient { _ throws(HTTPFailure) in HTTPResponse(status: 200, body: Array("data: 1\n\n".utf8)) }
    var count = 0
    let stream = try await http.stream(HTTPRequest("https://api.example.com/events", timeout: .infinity))
    for try await chunk in stream.body { count += chunk.count }
    #expect(count == 9)
  }

  @Test func event() {
    let event = ServerSentEvent(type: "page", data: Array("hello".utf8), id: "T1")
    #expect(event.text == "hello")
  }

  @Test func events() async throws {
    let answer = HTTPResponse(status: 200, body: Array("event: page\ndata: hello\n\n".utf8))
    let http = StubHTTPClient(["GET https://api.example.com/events": .success(answer)])
    var read: [String] = []
    let stream = try await http.stream(HTTPRequest(events: "https://api.example.com/events"))
    for try await event in stream.events() { read += [event.type, event.text] }
    #expect(read == ["page", "hello"])
  }

  @Test func eventRequest() {
    let request = HTTPRequest(events: "https://api.example.com/events", after: "17")
    #expect(request.headers["Last-Event-ID"] == "17")
  }

  @Test func body() async throws {
    let body = HTTPBody { Array("data: hello\n\n".utf8) }
    #expect(try await body.first { _ in true } == Array("data: hello\n\n".utf8))
  }

  @Test func stub() async throws {
    let http = StubHTTPClient([
      "GET http://localhost:8080/users": .success(HTTPResponse(status: 200, body: Array("[]".utf8))),
      "DELETE http://localhost:8080/users/1": .failure(HTTPFailure(.refused, "nothing listens there")),
    ])
    let response = try await http.send(HTTPRequest("http://localhost:8080/users"))
    #expect(http.requests.map(\.url) == ["http://localhost:8080/users"])
    #expect(response.status == 200)
  }

  @Test func live() async throws {
    let server = try RawServer { _ in RawServer.ok("") }
    defer { server.stop() }
    let http = LiveHTTPClient()
    let response = try await http.send(HTTPRequest("\(server.url)/users"))
    await http.shutdown()
    #expect(response.status == 200)
  }

  @Test func patterns() throws {
    let hosts = try HostPatterns(["api.example.com", "*.example.org", "localhost:8080", "127.0.0.1:*"])
    #expect(hosts.allow("https://api.example.com/users"))
    #expect(!hosts.allow("http://localhost/"))
  }
}
