/// A request, where it may go, and how long and how large its answer may be.
///
///     var request = HTTPRequest("https://api.example.com/users", method: "POST", body: Array("{}".utf8))
///     request.headers.add("Content-Type", "application/json")
///     request.timeout = 5
public struct HTTPRequest: Sendable, Equatable {
  /// As it goes over the wire: `GET`, `POST`, …
  public var method: String
  /// The whole address, beginning with `http://` or `https://`.
  public var url: String
  /// The fields to send besides `Host`, `Content-Length` and `Transfer-Encoding`; the client adds none of its own.
  public var headers: HTTPHeaders
  public var body: [UInt8]
  /// Seconds that everything together may take: connecting, redirects, the last byte of the body. Infinity means no
  /// limit, for a stream that lives for hours.
  public var timeout: Double
  /// Seconds that may pass without a byte in either direction while the request runs. Infinity means no limit. The time
  /// that a stream's reader takes, or that the request waits for a free connection, does not count.
  public var progressTimeout: Double
  /// Whether the answer is a stream that stays open. Its connection does not count towards those that the client opens to a
  /// host at the same time, so streams never keep other requests waiting.
  public var staysOpen = false
  /// The client reports to it when bytes are sent or received. A ``StubHTTPClient`` does not.
  public var progress: HTTPProgress?
  /// How many redirects to follow; with 0 a redirect is given back as the answer it is.
  public var redirects: Int
  /// The largest body that ``HTTPClient/send(_:)`` takes, in bytes. More than ``maxBytesLimit`` means that limit. A
  /// stream has no such limit, because only a bounded part of it is in memory.
  public var maxBytes: Int
  /// Where it may go, redirects included.
  public var hosts: HostPatterns
  /// The proxies to go through; nil means none. The client never reads them from the environment.
  public var proxies: HTTPProxies?

  /// The largest ``maxBytes`` that has an effect: 256 MiB.
  public static let maxBytesLimit = 256 << 20

  public init(
    _ url: String, method: String = "GET", headers: HTTPHeaders = [:], body: [UInt8] = [], timeout: Double = 30,
    progressTimeout: Double = 60, redirects: Int = 5, maxBytes: Int = 64 << 20, hosts: HostPatterns = .all,
    proxies: HTTPProxies? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.progressTimeout = progressTimeout
    self.redirects = redirects
    self.maxBytes = maxBytes
    self.hosts = hosts
    self.proxies = proxies
  }
}
