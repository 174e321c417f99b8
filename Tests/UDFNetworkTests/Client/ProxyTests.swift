import Foundation
import SocketTesting
import Testing

@testable import UDFNetwork

@Suite("proxies")
struct ProxyTests {
  private let http = LiveHTTPClient()

  @Test("are used if the request names them, but not from the environment")
  func environment() async throws {
    await #expect(processExitsWith: .success) {
      let proxy = try RawServer { line in RawServer.ok("proxy: \(line)") }
      let server = try RawServer { line in RawServer.ok("server: \(line)") }
      for name in ["http_proxy", "all_proxy", "HTTP_PROXY", "ALL_PROXY"] { setenv(name, proxy.url, 1) }
      let http = LiveHTTPClient()
      #expect(try await http.send(HTTPRequest("\(server.url)/a")).body == Array("server: GET /a".utf8))
      let granted = HTTPProxies { ProcessInfo.processInfo.environment[$0] }
      let response = try await http.send(HTTPRequest("http://far.test/a", proxies: granted))
      #expect(response.body == Array("proxy: GET http://far.test/a".utf8))
      #expect(response.url == "http://far.test/a")
      var direct = granted
      direct?.exceptions = "far.test,127.0.0.1"
      #expect(
        try await http.send(HTTPRequest("\(server.url)/b", proxies: direct)).body == Array("server: GET /b".utf8))
    }
  }

  @Test(
    "are not used for hosts in the exceptions, and an error then names the host, not the proxy",
    arguments: [
      "127.0.0.1", "*", "far.test,127.0.0.1", "127.0.0.0/8 far.test", ".far.test, 127.0.0.1/32",
      "127.0.0.2,126.0.0.0/7",
    ])
  func exceptions(_ exceptions: String) async throws {
    let proxy = try RawServer { _ in RawServer.ok("proxy") }
    defer { proxy.stop() }
    let proxies = HTTPProxies(http: proxy.url, exceptions: exceptions)
    let server = try RawServer { _ in RawServer.ok("server") }
    defer { server.stop() }
    let response = try await http.send(HTTPRequest(server.url, proxies: proxies))
    #expect(response.body == Array("server".utf8))
    let port = try RawServer.freePort()
    let failure = await http.failure(of: HTTPRequest("http://127.0.0.1:\(port)/", proxies: proxies))
    #expect(failure?.code == .refused)
    #expect(failure?.message.contains("nothing listens at 127.0.0.1:\(port);") == true)
    #expect(proxy.requests.isEmpty)
  }

  @Test(
    "are used for every other host",
    arguments: [
      ("", "127.0.0.1"), ("127.0.0.2,128.0.0.0/1,127.0.0.1/33,127.0.0.1/x,::/0,/8,.,127.0.0", "127.0.0.1"),
      ("near.test,ar.test,sub.far.test,/,.", "far.test"), ("127.0.0.1,::2,::/x", "[::1]"),
    ])
  func others(_ exceptions: String, _ host: String) async throws {
    let proxy = try RawServer { line in RawServer.ok("proxy: \(line)") }
    defer { proxy.stop() }
    let proxies = HTTPProxies(http: proxy.url, exceptions: exceptions)
    let response = try await http.send(HTTPRequest("http://\(host)/a", proxies: proxies))
    #expect(response.body == Array("proxy: GET http://\(host)/a".utf8))
  }

  @Test("exceptions are names with their subdomains, in any letter case, and IPv6 networks")
  func names() {
    func proxy(_ url: String, _ exceptions: String) -> String? {
      let proxies = HTTPProxies(http: "http://p", https: "http://s", exceptions: exceptions)
      return HTTPAddress(url).flatMap { proxies.proxy(for: $0) }
    }
    #expect(proxy("http://Far.test/", "far.TEST") == nil)
    #expect(proxy("https://a.far.test/", "far.test.") == nil)
    #expect(proxy("https://a.far.test/", "near.test, .far.test") == nil)
    #expect(proxy("http://[fe80::1]/", "fe80::/10") == nil)
    #expect(proxy("http://[fec0::1]/", "fe80::/10") == "http://p")
    #expect(proxy("http://[::1]/", "[::1]") == nil)
    #expect(proxy("https://afar.test/", "far.test") == "http://s")
  }

  @Test("are read from the environment variables in the same way as in curl")
  func variables() {
    func read(_ variables: [String: String]) -> HTTPProxies? { HTTPProxies { variables[$0] } }
    #expect(read([:]) == nil)
    #expect(read(["http_proxy": "", "no_proxy": "a"]) == nil)
    #expect(read(["HTTP_PROXY": "http://a"]) == nil)
    #expect(read(["all_proxy": "http://a"]) == HTTPProxies(http: "http://a", https: "http://a"))
    #expect(
      read(["http_proxy": "http://a", "HTTPS_PROXY": "http://b", "ALL_PROXY": "http://c", "NO_PROXY": "d"])
        == HTTPProxies(http: "http://a", https: "http://b", exceptions: "d"))
  }

  @Test("an error names the proxy if it refuses to connect or cannot be reached")
  func refused() async throws {
    let proxy = try RawServer { _ in "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n" }
    defer { proxy.stop() }
    let url = "https://far.test/"
    #expect(
      await http.failure(of: HTTPRequest(url, proxies: HTTPProxies(https: proxy.url)))
        == HTTPFailure(
          .unreachable,
          "GET \(url): its proxy answered 407 instead of connecting to far.test; "
            + "correct the proxy's URL and password, or leave the proxy out"))
    #expect(proxy.requests.first?.hasPrefix("CONNECT far.test:443 HTTP/1.1\r\n") == true)
    let missing = HTTPProxies(https: "http://user:secret@127.0.0.1:\(try RawServer.freePort())")
    #expect(
      await http.failure(of: HTTPRequest(url, proxies: missing))
        == HTTPFailure(
          .refused, "GET \(url): nothing listens at its proxy; start the proxy, or correct its URL"))
  }

  @Test("granted hosts are checked for requests through a proxy too")
  func grants() async throws {
    let proxy = try RawServer { _ in RawServer.redirect(to: "http://elsewhere.test/") }
    defer { proxy.stop() }
    let request = HTTPRequest(
      "http://far.test/", hosts: try HostPatterns(["far.test"]), proxies: HTTPProxies(http: proxy.url))
    let failure = await http.failure(of: request)
    #expect(failure?.missingHost == "elsewhere.test")
    #expect(proxy.requests.count == 1)
  }
}
