import SocketTesting
import Testing
import UDFNetwork

@Suite("invalid requests")
struct UnsendableTests {
  private let http = LiveHTTPClient()

  @Test(
    "a URL that is not an absolute http or https URL",
    arguments: [
      "", "users", "/users", "//host/users", "ftp://host/", "http://", "http:///users", "http://a b/", "http://[::1",
      "http://host:0/", "http://host:65536/", "http://user:password@host/", "http://good\\@evil/",
      "http://evil%00.good/",
      "http://evil%2F.good/", "unix:///var/run/socket", "http+unix://%2Fsocket/users",
    ])
  func badURL(url: String) async {
    #expect(
      await http.failure(of: HTTPRequest(url))
        == HTTPFailure(
          .badURL,
          "GET \(url): this is no whole http or https URL; "
            + "write it as in https://api.example.com/users, a user and password as an Authorization header"))
  }

  @Test("an invalid method", arguments: ["", "get", "GET /", "G\r\nX: 1", "GÉT"])
  func badMethod(method: String) async {
    #expect(
      await http.failure(of: HTTPRequest("http://localhost/", method: method))
        == HTTPFailure(.badRequest, "\(method) http://localhost/: this is no method; write GET, POST, PUT, …"))
  }

  @Test(
    "an invalid header name or value",
    arguments: [("X", "1\r\nY: 2", #""X": "1\r\nY: 2""#), ("X Y", "1", #""X Y": "1""#), ("", "1", #""": "1""#)])
  func badHeader(name: String, value: String, shown: String) async {
    #expect(
      await http.failure(of: HTTPRequest("http://localhost/", headers: [name: value]))
        == HTTPFailure(
          .badRequest,
          "GET http://localhost/: the header \(shown) cannot be sent; leave out line ends and other control characters, "
            + "in the name also spaces and punctuation but -"))
  }

  @Test("an invalid timeout", arguments: [(0, "0.0"), (-1, "-1.0"), (Double.nan, "nan"), (-Double.infinity, "-inf")])
  func badTimeout(timeout: Double, shown: String) async {
    #expect(
      await http.failure(of: HTTPRequest("http://localhost/", timeout: timeout))
        == HTTPFailure(.badRequest, "GET http://localhost/: the timeout is \(shown) s; give it more than 0"))
    #expect(
      await http.failure(of: HTTPRequest("http://localhost/", progressTimeout: timeout))
        == HTTPFailure(.badRequest, "GET http://localhost/: the progressTimeout is \(shown) s; give it more than 0"))
  }

  @Test("a HEAD request with a body")
  func headWithBody() async {
    #expect(
      await http.failure(of: HTTPRequest("http://localhost/", method: "HEAD", body: [1]))
        == HTTPFailure(
          .badRequest,
          "HEAD http://localhost/: a HEAD request has no body; leave the body out, or send a GET"))
  }

  @Test(
    "an invalid proxy; the error does not show its password",
    arguments: [
      "", "://user:secret@host:3128", "http://", "ftp://user:secret@host:3128", "http://user:secret@ho st",
      "http://user:secret@host\r\nX: 1",
    ])
  func badProxy(proxy: String) async {
    #expect(
      await http.failure(of: HTTPRequest("http://localhost/", proxies: HTTPProxies(http: proxy)))
        == HTTPFailure(
          .badRequest,
          "GET http://localhost/: its proxy cannot be used; "
            + "write the proxy as in http://proxy.example.com:3128, with http, https, socks5 or socks5h"))
  }

  @Test("extremely large and small timeouts and limits are accepted")
  func extremes() async throws {
    let server = try RawServer { _ in RawServer.ok("1") }
    defer { server.stop() }
    for timeout in [.infinity, .greatestFiniteMagnitude, 1e12] {
      let request = HTTPRequest(server.url, timeout: timeout, redirects: .max, maxBytes: .max)
      #expect(try await http.send(request).status == 200)
    }
    let least = HTTPRequest(server.url, redirects: .min, maxBytes: .min)
    #expect(await http.failure(of: least)?.code == .tooLarge)
    let silent = try RawServer { $0.waitForEnd() }
    defer { silent.stop() }
    #expect(await http.failure(of: HTTPRequest(silent.url, timeout: .leastNonzeroMagnitude))?.code == .timeout)
  }
}
