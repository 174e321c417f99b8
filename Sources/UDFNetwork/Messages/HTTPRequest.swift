/// What to ask a server, and how long and how much of an answer to take.
///
///     var request = HTTPRequest("https://api.example.com/users", method: "POST", body: Array("{}".utf8))
///     request.headers.add("Content-Type", "application/json")
///     request.timeout = 5
public struct HTTPRequest: Sendable, Equatable {
  /// As it goes over the wire: `GET`, `POST`, …
  public var method: String
  /// The whole address, beginning with `http://` or `https://`.
  public var url: String
  public var headers: HTTPHeaders
  public var body: [UInt8]
  /// Seconds that everything together may take: connecting, redirects, the last byte of the body.
  public var timeout: Double
  /// How many redirects to follow; with 0 a redirect is given back as the answer it is.
  public var redirects: Int
  /// The largest body to take, in bytes; 10 MiB if nothing is said.
  public var maxBytes: Int
  /// Where it may go, redirects included.
  public var hosts: HostPatterns

  public init(
    _ url: String, method: String = "GET", headers: HTTPHeaders = [:], body: [UInt8] = [], timeout: Double = 30,
    redirects: Int = 5, maxBytes: Int = 10 << 20, hosts: HostPatterns = .all
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.redirects = redirects
    self.maxBytes = maxBytes
    self.hosts = hosts
  }
}
