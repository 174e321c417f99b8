import Testing
import UDFNetwork

@Suite("host patterns")
struct HostPatternsTests {
  @Test(
    "allow the URLs of matching hosts and ports",
    arguments: [
      ("api.example.com", "https://api.example.com/users", true),
      ("api.example.com", "http://api.example.com", true),
      ("api.example.com", "HTTPS://API.Example.COM:443/", true),
      ("API.example.com", "https://api.example.com./", true),
      ("api.example.com", "https://api.example.com:8443/", false),
      ("api.example.com", "https://example.com/", false),
      ("api.example.com", "https://v1.api.example.com/", false),
      ("api.example.com", "https://api.example.com.evil.org/", false),
      ("api.example.com", "https://evil.org/?api.example.com", false),
      ("api.example.com", "https://evil.org#api.example.com", false),
      ("*.example.com", "https://api.example.com/", true),
      ("*.example.com", "https://v1.api.example.com/", true),
      ("*.example.com", "https://example.com/", false),
      ("*.example.com", "https://evilexample.com/", false),
      ("*.example.com", "https://evil.org%00.example.com/", false),
      ("localhost:8080", "http://localhost:8080/", true),
      ("localhost:8080", "http://localhost/", false),
      ("localhost:8080", "http://127.0.0.1:8080/", false),
      ("127.0.0.1:*", "http://127.0.0.1:4711/", true),
      ("127.0.0.1:*", "http://127.0.0.1/", true),
      ("127.0.0.1:*", "http://127.0.0.11/", false),
      ("[::1]:8080", "http://[::1]:8080/", true),
      ("[::1]", "http://[::1]/", true),
      ("[::1]", "http://[::2]/", false),
      ("*", "https://anything.org/", true),
      ("*", "https://anything.org:8080/", false),
      ("*:8080", "https://anything.org:8080/", true),
      ("*:*", "https://anything.org:8080/", true),
      ("*:*", "file:///etc/passwd", false),
    ])
  func allow(pattern: String, url: String, expected: Bool) throws {
    #expect(try HostPatterns([pattern]).allow(url) == expected)
  }

  @Test("allow a URL that matches one of several patterns, and no URL without patterns")
  func several() throws {
    #expect(try HostPatterns(["a.org", "b.org"]).allow("http://b.org/"))
    #expect(!HostPatterns.none.allow("http://b.org/"))
    #expect(HostPatterns.all.allow("http://b.org:1/"))
  }

  @Test(
    "reject an invalid pattern with an error that shows it",
    arguments: [
      "", ":8080", "https://api.example.com", "example.com/users", "example.com:http", "example.com:0",
      "example.com:65536",
      "*example.com", "api.*.com", "**", "*.", "::1", "a b", "user@example.com", "example.com:",
    ])
  func malformed(pattern: String) {
    let error = #expect(throws: HostPatternError.self) { try HostPatterns(["localhost", pattern]) }
    #expect(
      error?.description
        == "\"\(pattern)\" is no host pattern; write a host and, after a colon, a port: "
        + "api.example.com, *.example.com, localhost:8080, 127.0.0.1:*")
  }

  @Test("no request is sent to a host that does not match, and the failure names the host")
  func notGranted() async throws {
    let http = LiveHTTPClient()
    let request = HTTPRequest("https://api.example.com/users", hosts: try HostPatterns(["localhost"]))
    let failure = await http.failure(of: request)
    #expect(failure?.code == .notGranted)
    #expect(
      failure?.message
        == "GET https://api.example.com/users: api.example.com is not among the hosts that it may go to")
    #expect(failure?.missingHost == "api.example.com")
  }
}
