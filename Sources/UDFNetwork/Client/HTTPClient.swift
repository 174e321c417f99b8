/// Sends HTTP requests: ``LiveHTTPClient`` over the network, ``StubHTTPClient`` in tests.
///
/// A request is sent once; the caller decides whether to send it again. Cancelling the task closes the request at once.
///
///     func users(_ http: any HTTPClient) async throws(HTTPFailure) -> [UInt8] {
///       try await http.send(HTTPRequest("https://api.example.com/users")).body
///     }
public protocol HTTPClient: Sendable {
  /// Returns the server's complete response, with any status. Throws if there is none.
  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse

  /// Returns when status and headers have arrived; the body follows in chunks. By default, calls ``send(_:)`` and returns
  /// its body as one chunk.
  func stream(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPStream
}

extension HTTPClient {
  public func stream(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPStream {
    HTTPStream(try await send(request))
  }
}
