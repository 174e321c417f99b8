/// A request, the hosts that it may be sent to, and the limits for its duration and its response.
///
///     var request = HTTPRequest("https://api.example.com/users", method: "POST", body: Array("{}".utf8))
///     request.headers.add("Content-Type", "application/json")
///     request.timeout = 5
public struct HTTPRequest: Sendable, Equatable {
  /// The method in upper case: `GET`, `POST`, …
  public var method: String
  /// The absolute URL, which begins with `http://` or `https://`.
  public var url: String
  /// The header fields. The client adds only `Host` and `Content-Length`, and ignores the fields `Content-Length` and
  /// `Transfer-Encoding` given here.
  public var headers: HTTPHeaders
  public var body: [UInt8]
  /// The limit for the whole request in seconds, from connecting over redirects to the last byte of the body. Infinity means
  /// no limit, for a stream that stays open for hours.
  public var timeout: Double
  /// The seconds that may pass without a byte in either direction. Infinity means no limit. Time does not count while the
  /// reader of a stream is busy, or while the request waits for a free connection.
  public var progressTimeout: Double
  /// Whether the response is a stream that stays open. Its connection does not count towards the client's limit per host, so
  /// streams never block other requests.
  public var staysOpen = false
  /// The client calls it when bytes are sent or received. A ``StubHTTPClient`` does not.
  public var progress: HTTPProgress?
  /// The maximum number of redirects to follow. With 0 the client returns the redirect itself as the response.
  public var redirects: Int
  /// The largest body that ``HTTPClient/send(_:)`` accepts, in bytes, up to ``maxBytesLimit``. A stream has no such limit,
  /// because the client buffers only a bounded part of it.
  public var maxBytes: Int
  /// The hosts that the request and its redirects may be sent to.
  public var hosts: HostPatterns
  /// The proxies to use; nil means none. The client never reads them from the environment.
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
