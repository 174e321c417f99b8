/// Sends requests over the network to the hosts that each request allows. It uses HTTP/2 if a server offers it over TLS, and
/// HTTP/1.1 otherwise.
///
/// The client reuses connections to the same host. There are at most eight per host, not counting those of requests that
/// stay open (``HTTPRequest/staysOpen``). A connection that was idle for a minute is not reused. The first request starts a
/// thread. The thread ends, and closes all connections, a minute after the last request has ended, or immediately when the
/// client is released or shut down. After an idle end, the next request starts a new thread.
///
///     let http = LiveHTTPClient()
///     let response = try await http.send(HTTPRequest("http://localhost:8080/users"))
///     await http.shutdown()
public final class LiveHTTPClient: HTTPClient {
  private let loop: TransferLoop

  public convenience init() { self.init(certificates: nil) }

  /// - Parameters:
  ///   - certificates: a PEM file with the certificates to trust; nil means those of the system.
  ///   - idleTime: the seconds without a request after which the client closes its connections.
  package init(certificates: String?, idleTime: Double = 60) {
    loop = TransferLoop(certificates: certificates, idleTime: idleTime)
  }

  deinit { loop.close() }

  public func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    try await stream(request).response(to: request)
  }

  public func stream(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPStream {
    var redirect = try Redirect(request)
    let deadline = HTTPRequest.limited(request.timeout).map { ContinuousClock.now + $0 }
    while true {
      guard !Task.isCancelled else { throw .cancelled(redirect.request) }
      let exchange = Exchange(redirect.request, at: redirect.address, until: deadline, on: loop)
      let head = try await exchange.transfer.head()
      guard try redirect.follow(head) else {
        return HTTPStream(
          status: head.status, headers: head.headers, url: head.url,
          body: HTTPBody { () async throws(HTTPFailure) in try await exchange.transfer.chunk() })
      }
      await exchange.transfer.discard()
      withExtendedLifetime(exchange) {}
    }
  }

  /// Cancels all running requests and returns when all connections are closed. Later requests fail.
  public func shutdown() async { await loop.shutDown() }
}
