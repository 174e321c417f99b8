/// Sends requests over the network to the hosts that they may go to: HTTP/2 where a server offers it with TLS, else
/// HTTP/1.1.
///
/// Connections are kept for the next request to the same host, at most eight besides those of requests that stay open
/// (``HTTPRequest/staysOpen``); one that was idle for a minute is not used again. The first request starts a thread. It
/// ends, and closes the connections, a minute after the last request has ended, or at once when the client is released
/// or ``shutdown()``; the next request starts another.
///
///     let http = LiveHTTPClient()
///     let response = try await http.send(HTTPRequest("http://localhost:8080/users"))
///     await http.shutdown()
public final class LiveHTTPClient: HTTPClient {
  private let loop: TransferLoop

  public convenience init() { self.init(certificates: nil) }

  /// - Parameters:
  ///   - certificates: a file with the certificates to trust, in PEM; nil means those of the system.
  ///   - idleTime: seconds that connections are kept without a request.
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

  /// Cancels what is under way and returns when all connections are closed. A request after that fails.
  public func shutdown() async { await loop.shutDown() }
}
