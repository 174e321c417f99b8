/// Sends HTTP requests: ``LiveHTTPClient`` over the network, ``StubHTTPClient`` in tests.
///
/// A request is sent once; whoever wants it again sends it again. Cancelling the task closes the request at once.
///
///     func users(_ http: any HTTPClient) async throws(HTTPFailure) -> [UInt8] {
///       try await http.send(HTTPRequest("https://api.example.com/users")).body
///     }
public protocol HTTPClient: Sendable {
  /// Gives what the server answered, whatever its status; throws where there is no whole answer to give.
  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
}
