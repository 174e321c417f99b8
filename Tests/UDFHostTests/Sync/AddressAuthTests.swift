import HostTesting
import Platform
import Testing
import UDF
import UDFNetwork
import UDFServices
import UDFSync

@testable import UDFHost

@Suite("auth of a feature with the address of a server")
struct AddressAuthTests {
  /// A server of the sync protocol without rows that accepts one token.
  private final class Server: Sendable {
    private let contents = Guarded((token: "old", made: 0))

    func accept(_ token: String) { contents.withLock { $0.token = token } }

    var http: StubHTTPClient {
      StubHTTPClient { [contents] request throws(HTTPFailure) in
        let isPush = request.method == "POST"
        let body: String? = contents.withLock { contents in
          guard request.headers["Authorization"] == contents.token else { return nil }
          if isPush { contents.made += 1 }
          if isPush { return #"{"results":[{"id":\#(contents.made)}]}"# }
          let client = request.url.firstMatch(of: #/[?&]client=([^&]*)/#)?.1 ?? ""
          return #"{"version":2,"epoch":"E","next":"T1","more":false,"changes":0,"#
            + #""mutations":{"\#(client)":\#(contents.made)}}"#
        }
        return body.map { HTTPResponse(status: 200, body: Array($0.utf8)) } ?? HTTPResponse(status: 401)
      }
    }
  }

  private struct Web: HostCore {
    let instances = Instances()
    let http: any HTTPClient

    func dependency() -> any LogSink { SilentLog() }
    func dependency() -> any HTTPClient { http }
    func dependency(_ database: SyncDatabase) -> any CacheStore { MemoryCache() }
  }

  private let server = Server()

  private func app(_ http: StubHTTPClient) throws -> TestHost {
    let articles = """
      return require("udf").sync {
        name = "articles", key = "id", remote = "https://news.example/sync",
        auth = function(cx, request)
          cx.log("info", request.refused and "refused" or "first")
          return { Authorization = request.refused and "new" or "old" }
        end,
      }
      """
    return try TestHost(
      ["articles": articles],
      configure: {
        $0.core = Web(http: http)
        $0.grants = [Grant(.hosts, "news.example")]
      })
  }

  /// The method and the token of each request.
  private func requests(_ http: StubHTTPClient) -> [String] {
    http.requests.map { "\($0.method) \($0.headers["Authorization"] ?? "-")" }
  }

  @Test("is called again once after a 401, and later requests have the new token", arguments: ["pull", "push"])
  func refreshed(_ kind: String) async throws {
    let http = server.http
    let app = try app(http)
    try app.run("state.articles.count")
    await app.settled()
    #expect(requests(http) == ["GET old"])
    server.accept("new")
    try app.run(
      kind == "pull" ? "articles.pull{ force = true }" : #"articles.mutate{ put = { id = "a", title = "A" } }"#)
    await app.settled()
    let refreshed = kind == "pull" ? ["GET old", "GET new"] : ["POST old", "POST new", "GET new"]
    let sent = Array(requests(http).dropFirst())
    #expect(sent.starts(with: refreshed), "\(sent)")
    #expect(!sent.dropFirst().contains { $0.hasSuffix("old") }, "\(sent)")
    #expect(app.logs == ["info first", "info refused"])
    #expect(app.sync["problem"] == .none)
  }

  @Test("is not called a third time: if the new token is refused as well, the feature waits for the next pull")
  func refused() async throws {
    let http = server.http
    server.accept("another")
    let app = try app(http)
    try app.run("state.articles.count")
    await app.settled()
    #expect(requests(http) == ["GET old", "GET new"])
    #expect(app.logs == ["info first", "info refused"])
    #expect(app.sync["phase"] == "halted")
    server.accept("new")
    try app.run("articles.pull{}")
    await app.settled()
    #expect(requests(http) == ["GET old", "GET new", "GET new"])
    #expect(app.sync["phase"] == "idle")
  }
}
