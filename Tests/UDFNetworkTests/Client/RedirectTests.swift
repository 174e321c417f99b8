import SocketTesting
import Testing
import UDFNetwork

@Suite("redirects")
struct RedirectTests {
  private let http = LiveHTTPClient()

  /// A server that redirects from /0 to /1, /2 and so on.
  private static func endless() throws -> RawServer {
    try RawServer { line in RawServer.redirect(to: "/\((Int(line.dropFirst("GET /".count)) ?? 0) + 1)") }
  }

  @Test("are followed, including relative ones, and the response has the final URL")
  func followed() async throws {
    let server = try RawServer { line in
      switch line {
      case "GET /a/b?c=1": RawServer.redirect(to: "d?e=2")
      case "GET /a/d?e=2": RawServer.redirect(308, to: "/f")
      default: RawServer.ok(line)
      }
    }
    defer { server.stop() }
    let response = try await http.send(HTTPRequest("\(server.url)/a/b?c=1", timeout: 600))
    #expect(response.body == Array("GET /f".utf8))
    #expect(response.url == "\(server.url)/f")
  }

  @Test("are returned as responses with a limit of 0")
  func notFollowed() async throws {
    let server = try RedirectTests.endless()
    defer { server.stop() }
    let response = try await http.send(HTTPRequest("\(server.url)/0", timeout: 600, redirects: 0))
    #expect(response.status == 302)
    #expect(response.headers["location"] == "/1")
  }

  @Test("in a circle fail immediately")
  func circle() async throws {
    let server = try RawServer { line in
      switch line {
      case "GET /1": RawServer.redirect(to: "/2")
      case "GET /2": RawServer.redirect(to: "/1")
      default: RawServer.redirect(to: "/1")
      }
    }
    defer { server.stop() }
    let url = server.url
    #expect(
      await http.failure(of: HTTPRequest("\(url)/start", timeout: 600))
        == HTTPFailure(
          .redirectLoop,
          "GET \(url)/start: redirected in a circle: GET \(url)/1 → GET \(url)/2 → GET \(url)/1; "
            + "correct the server's redirects"))
    #expect(server.requests.count == 3)
  }

  @Test("above the limit are not followed")
  func tooMany() async throws {
    let server = try RedirectTests.endless()
    defer { server.stop() }
    #expect(
      await http.failure(of: HTTPRequest("\(server.url)/0", timeout: 600, redirects: 3))
        == HTTPFailure(
          .tooManyRedirects,
          "GET \(server.url)/0: more than 3 redirects, the last to \(server.url)/4; "
            + "request that URL directly, or raise redirects"))
    #expect(server.requests.count == 4)
  }

  @Test("to a host that is not granted are not followed")
  func notGranted() async throws {
    let other = try RawServer { _ in RawServer.ok("secret") }
    defer { other.stop() }
    let server = try RawServer { [url = other.url] _ in RawServer.redirect(to: "\(url)/x") }
    defer { server.stop() }
    let request = HTTPRequest(server.url, timeout: 600, hosts: try HostPatterns(["127.0.0.1:\(server.port)"]))
    let host = "127.0.0.1:\(other.port)"
    let failure = await http.failure(of: request)
    #expect(failure?.code == .notGranted)
    #expect(
      failure?.message
        == "GET \(server.url): redirected to http://\(host)/x, and \(host) is not among the hosts that it may go to")
    #expect(failure?.missingHost == host)
    #expect(other.requests.isEmpty)
  }

  @Test("to a URL that is not http or https are refused")
  func otherScheme() async throws {
    let server = try RawServer { _ in RawServer.redirect(to: "file:///etc/passwd") }
    defer { server.stop() }
    #expect(
      await http.failure(of: HTTPRequest(server.url, timeout: 600))
        == HTTPFailure(
          .badURL,
          "GET \(server.url): redirected to file:///etc/passwd, which is no http or https URL; "
            + "see what the server redirects to"))
  }

  @Test(
    "change a POST to a GET, unless the status is 307 or 308",
    arguments: [(301, "GET /b"), (302, "GET /b"), (303, "GET /b"), (307, "POST /b"), (308, "POST /b")])
  func methods(status: Int, expected: String) async throws {
    let server = try RawServer { line in
      line == "POST /a" ? RawServer.redirect(status, to: "/b") : RawServer.ok(line)
    }
    defer { server.stop() }
    let response = try await http.send(
      HTTPRequest(
        "\(server.url)/a", method: "POST", headers: ["Content-Type": "text/plain"], body: Array("hello".utf8),
        timeout: 600)
    )
    #expect(response.body == Array(expected.utf8))
    let last = try #require(server.requests.last)
    #expect(last.hasSuffix("hello") == (status > 303))
    #expect(last.lowercased().contains("content-type: text/plain") == (status > 303))
  }

  @Test("send no credentials to another host")
  func secrets() async throws {
    let other = try RawServer { _ in RawServer.ok("") }
    defer { other.stop() }
    let server = try RawServer { [url = other.url] line in
      RawServer.redirect(to: line == "GET /1" ? "/2" : url)
    }
    defer { server.stop() }
    _ = try await http.send(
      HTTPRequest(
        "\(server.url)/1", headers: ["authorization": "Bearer x", "Cookie": "a=b", "Accept": "*/*"],
        timeout: 600))
    #expect(server.requests.count == 2)
    #expect(server.requests.allSatisfy { $0.contains("Bearer x") && $0.contains("a=b") })
    let redirected = try #require(other.requests.last)
    #expect(!redirected.contains("Bearer x") && !redirected.contains("a=b"))
    #expect(redirected.contains("*/*"))
  }
}
