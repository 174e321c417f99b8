import HostTesting
import Testing
import UDFHost
import UDFNetwork
import UDFServices
import UDFTooling

@Suite("the http service")
struct HTTPTests {
  private static let api = "https://api.example.com"

  private static func probe(
    _ http: StubHTTPClient, hosts: String = "\"api.example.com\""
  ) throws -> ServiceProbe {
    try ServiceProbe("http", more: ", grants = { hosts = { \(hosts) } }") { $0.core = TestCore(http: http) }
  }

  private static func answering(_ body: String, type: String? = nil, status: Int = 200) -> StubHTTPClient {
    StubHTTPClient { request in
      var response = HTTPResponse(status: status, body: Array(body.utf8), url: request.url)
      response.headers["Content-Type"] = type
      return response
    }
  }

  @Test("returns status, headers, body and the final URL, and reads JSON if the response is declared as JSON")
  func getting() async throws {
    let http = StubHTTPClient([
      "GET \(Self.api)/users": .success(
        HTTPResponse(
          status: 200, headers: ["Content-Type": "application/json; charset=utf-8", "X-A": "1", "x-a": "2"],
          body: Array("[{\"id\":1}]".utf8)))
    ])
    #expect(
      try await Self.probe(http).call("http.get", .string("\(Self.api)/users")) == [
        "status": 200, "ok": true, "url": .string("\(Self.api)/users"), "body": "[{\"id\":1}]", "json": [["id": 1]],
        "headers": ["content-type": "application/json; charset=utf-8", "x-a": "1, 2"],
      ])
  }

  @Test("reads JSON if the response or the call declares it, not otherwise, and not of an empty body")
  func json() async throws {
    func json(_ body: String, _ type: String?, _ options: Value = [:]) async throws -> Value {
      try await Self.probe(Self.answering(body, type: type)).call("http.get", .string(Self.api), options)["json"]
    }
    #expect(try await json("7", "application/json") == 7)
    #expect(try await json("7", "Application/Problem+JSON") == 7)
    #expect(try await json("7", "text/plain") == .none)
    #expect(try await json("7", nil) == .none)
    #expect(try await json("7", "text/plain", ["json": true]) == 7)
    #expect(try await json("", "application/json", ["json": true]) == .none)
    #expect(try await json("null", "application/json") == .null)
    #expect(try await json(#"{"a":null,"b":[null]}"#, "application/json", ["nulls": false]) == ["b": [.null]])
  }

  @Test("returns status and body of a response with invalid JSON; a call that requires JSON fails if the status is 2xx")
  func mislabelled() async throws {
    let nested = String(repeating: "[", count: 190) + String(repeating: "]", count: 190)
    for (body, problem) in [
      ("<html>", "1:1: expected a value, got \"<\""), (nested, "1:181: nested deeper than 180 levels"),
    ] {
      let probe = try Self.probe(Self.answering(body, type: "application/json", status: 502))
      let answer = try await probe.call("http.get", .string(Self.api))
      #expect(answer["status"] == 502)
      #expect(answer["body"] == .string(body))
      #expect(answer["json"] == .none)
      #expect(try await probe.call("http.get", .string(Self.api), ["json": true])["status"] == 502)
      #expect(
        try await Self.probe(Self.answering(body, status: 201)).failure("http.get", .string(Self.api), ["json": true])
          == "badResponse: GET \(Self.api): the answer (201) cannot be read as JSON: \(problem); "
          + "correct the server, or leave json out and use body")
    }
  }

  @Test("returns other statuses than 2xx as not ok, and bytes that are not text unchanged")
  func status() async throws {
    let patching = Self.answering("")
    try await Self.probe(patching).call("http.patch", .string(Self.api), ["json": ["a": 1]])
    #expect(patching.requests.map(\.method) == ["PATCH"])
    let missing = try await Self.probe(Self.answering("gone", status: 410)).call("http.delete", .string(Self.api))
    #expect(missing["ok"] == false)
    #expect(missing["status"] == 410)
    let bytes = StubHTTPClient { _ in HTTPResponse(status: 204, body: [0xff]) }
    let answer = try await Self.probe(bytes).call("http.get", .string(Self.api))
    #expect(answer["ok"] == true)
    #expect(answer["body"] == .bytes([0xff]))
  }

  @Test("sends the options: method, headers, query, a body, JSON or a form, and a timeout")
  func sending() async throws {
    let http = Self.answering("")
    let probe = try Self.probe(http)
    try await probe.call(
      "http.request",
      [
        "url": .string("\(Self.api)/a?b=c#d"), "method": "PATCH", "body": "text", "timeout": 5,
        "progressTimeout": 2, "redirects": 0, "maxBytes": 100,
        "headers": ["Accept": "text/html", "X-N": 3], "query": ["q": "a b&é/~", "n": [1, 2.5, true]],
      ])
    try await probe.call("http.post", .string(Self.api), ["json": ["a": [1, 2.0, .null]]])
    try await probe.call("http.put", .string(Self.api), ["json": [], "headers": ["content-type": "text/x"]])
    try await probe.call(
      "http.post", .string(Self.api), ["json": true, "form": ["grant_type": "refresh_token", "scope": ["a b", "é&"]]])
    #expect(http.requests.map(\.method) == ["PATCH", "POST", "PUT", "POST"])
    let (patch, post, put, form) = (http.requests[0], http.requests[1], http.requests[2], http.requests[3])
    #expect(patch.url == "\(Self.api)/a?b=c&n=1&n=2.5&n=true&q=a%20b%26%C3%A9%2F~#d")
    #expect(patch.headers == ["Accept": "text/html", "X-N": "3"])
    #expect(patch.body == Array("text".utf8))
    #expect(patch.timeout == 5)
    #expect(patch.progressTimeout == 2)
    #expect(patch.redirects == 0)
    #expect(patch.maxBytes == 100)
    #expect(post.redirects == 5)
    #expect(post.maxBytes == 64 << 20)
    #expect(post.timeout == 30)
    #expect(post.progressTimeout == 60)
    #expect(post.body == Array(#"{"a":[1,2.0,null]}"#.utf8))
    #expect(post.headers == ["Content-Type": "application/json"])
    #expect(put.body == Array("[]".utf8))
    #expect(put.headers == ["content-type": "text/x"])
    #expect(form.body == Array("grant_type=refresh_token&scope=a%20b&scope=%C3%A9%26".utf8))
    #expect(form.headers == ["Content-Type": "application/x-www-form-urlencoded"])
  }

  @Test("refuses wrong options, and sends nothing")
  func options() async throws {
    let http = Self.answering("")
    let probe = try Self.probe(http)
    let end =
      "\n  The options are headers, query, body, json, form, nulls, timeout, progressTimeout, redirects, maxBytes."
    func failure(_ options: Value) async -> String { await probe.failure("http.get", .string(Self.api), options) }
    #expect(
      await failure(["querry": [:]])
        == "arguments: http.get: unknown option querry. Did you mean \"query\"?\(end)")
    #expect(
      await failure(["timeout": "5"]) == "arguments: http.get: timeout must be a number, got string \"5\"\(end)")
    #expect(
      await failure(["headers": ["A": [1]]])
        == "arguments: http.get: headers.A must be a string, a number or a boolean, got list of 1 items\(end)")
    for name in ["Host", "transfer-encoding", "Connection", "CONTENT-LENGTH"] {
      #expect(
        await failure(["headers": .map([name: "x"])])
          == "arguments: http.get: headers.\(name) follows from the url, the body and the connection; leave it out\(end)"
      )
    }
    #expect(
      await failure(["headers": ["Accept: text/html"]])
        == "arguments: http.get: headers must have names as keys, got list of 1 items\(end)")
    #expect(
      await failure(["form": ["a=1", "b=2"]])
        == "arguments: http.get: form must have names as keys, got list of 2 items\(end)")
    #expect(
      await failure(["body": "a", "json": [:], "form": ["a": 1]])
        == "arguments: http.get: give either body or json or form: a request has one body\(end)")
    #expect(
      await failure(["json": ["n": .number(.nan)]])
        == "arguments: http.get: json.n cannot be written as JSON: nan is no JSON number\(end)")
    #expect(
      await failure(["timeout": 0])
        == "badRequest: GET \(Self.api): the timeout is 0.0 s; give it more than 0")
    #expect(
      await probe.failure("http.get", "users")
        == "badURL: GET users: this is no whole http or https URL; write it as in https://api.example.com/users, "
        + "a user and password as an Authorization header")
    #expect(http.requests.isEmpty)
  }

  @Test("sends requests only to granted hosts, with any client")
  func granted() async throws {
    let http = Self.answering("x")
    let probe = try Self.probe(http)
    let refusal =
      "notGranted: GET https://other.example.com/: other.example.com is not among the hosts that it may go to; "
      + "grant it with --grant hosts=other.example.com, "
      + "or with --allow-requested if udf.app asks for it: grants = { hosts = { \"other.example.com\" } }"
    #expect(await probe.failure("http.get", "https://other.example.com/") == refusal)
    #expect(http.requests.isEmpty)
    let other = try Self.probe(http, hosts: "\"*.example.com\"")
    #expect(try await other.call("http.get", "https://other.example.com/")["body"] == "x")
    #expect(http.requests.map(\.hosts) == [try HostPatterns(["*.example.com"])])
  }

  @Test("uses a proxy of the environment only if its variable is granted")
  func proxies() async throws {
    let environment = [
      "http_proxy": "http://a:1", "https_proxy": "http://b:2", "ALL_PROXY": "http://c:3", "no_proxy": "localhost",
    ]
    func proxies(_ granted: String...) async throws -> HTTPProxies? {
      let http = Self.answering("")
      let names = granted.map { "\"\($0)\"" }.joined(separator: ", ")
      let grants = ", grants = { hosts = { \"api.example.com\" }, env = { \(names) } }"
      let probe = try ServiceProbe("http", more: grants) { $0.core = TestCore(environment: environment, http: http) }
      try await probe.call("http.get", .string(Self.api))
      return http.requests[0].proxies
    }
    #expect(try await proxies() == nil)
    #expect(try await proxies("no_proxy") == nil)
    #expect(try await proxies("https_proxy") == HTTPProxies(https: "http://b:2"))
    #expect(
      try await proxies("http_proxy", "ALL_PROXY", "no_proxy")
        == HTTPProxies(http: "http://a:1", https: "http://c:3", exceptions: "localhost"))
  }

  @Test("refuses a grant that is not a host pattern at load")
  func pattern() {
    let problem =
      "\"a b\" is no host pattern; write a host and, after a colon, a port: "
      + "api.example.com, *.example.com, localhost:8080, 127.0.0.1:*"
    #expect(
      failure { _ = try Self.probe(Self.answering(""), hosts: "\"a b\"") }
        .hasPrefix("app.lua:2:76: udf.app: grants.hosts: \(problem)\n"))
    #expect(
      failure { _ = try ServiceProbe("http") { $0.grants = [Grant(.hosts, "a b")] } } == "grant hosts: \(problem)")
  }

  @Test("raises an error table with the code of the failure")
  func failing() async throws {
    for code in HTTPFailure.Code.allCases {
      let http = StubHTTPClient { _ throws(HTTPFailure) in throw HTTPFailure(code, "why") }
      #expect(try await Self.probe(http).failure("http.get", .string(Self.api)) == "\(code.rawValue): why")
    }
  }

  @Test("reports a port without a server")
  func refused() async throws {
    let probe = try ServiceProbe("http") { $0.grants = [Grant(.hosts, "127.0.0.1:*")] }
    #expect(
      await probe.failure("http.get", "http://127.0.0.1:1/")
        == "refused: GET http://127.0.0.1:1/: nothing listens at 127.0.0.1:1; start the server, or correct the address")
  }
}
