/// Sends HTTP requests: ``LiveHTTPClient`` over the network, ``StubHTTPClient`` in tests.
///
/// A request is sent once; the caller decides whether to send it again. Cancelling the task closes the request at once.
///
///     func users(_ http: any HTTPClient) async throws(HTTPFailure) -> [UInt8] {
///       try await http.send(HTTPRequest("https://api.example.com/users")).body
///     }
public protocol HTTPClient: Sendable {
  /// Returns the server's whole answer, whatever its status; throws where there is none.
  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse

  /// Returns as soon as status and headers are there; the body follows in chunks. Where a client does not implement
  /// this, the body is one chunk of what ``send(_:)`` returns.
  func stream(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPStream
}

extension HTTPClient {
  public func stream(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPStream {
    HTTPStream(try await send(request))
  }
}
