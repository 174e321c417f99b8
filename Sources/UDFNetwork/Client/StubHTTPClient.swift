import Platform
import UDF

/// Returns responses from a list instead of the network, and records the requests.
///
///     let http = StubHTTPClient([
///       "GET http://localhost:8080/users": .success(HTTPResponse(status: 200, body: Array("[]".utf8))),
///       "DELETE http://localhost:8080/users/1": .failure(HTTPFailure(.refused, "nothing listens there")),
///     ])
///     let response = try await http.send(HTTPRequest("http://localhost:8080/users"))
///     http.requests.map(\.url)   // ["http://localhost:8080/users"]
public final class StubHTTPClient: HTTPClient {
  /// Returns the response to a request, after any delay.
  public typealias Answer = @Sendable (HTTPRequest) async throws(HTTPFailure) -> HTTPResponse

  /// Returns a streamed response to a request.
  public typealias StreamAnswer = @Sendable (HTTPRequest) async throws(HTTPFailure) -> HTTPStream

  private let answer: StreamAnswer
  private let recorded = Guarded<[HTTPRequest]>([])

  /// All requests so far, in order.
  public var requests: [HTTPRequest] { recorded.withLock { $0 } }

  /// Calls a function for each request. While the function waits, a test can check the app's loading state.
  public convenience init(_ answer: @escaping Answer) {
    self.init(stream: { request throws(HTTPFailure) in HTTPStream(try await answer(request)) })
  }

  private init(stream answer: @escaping StreamAnswer) { self.answer = answer }

  /// Calls a function that returns the body of the response in chunks.
  public static func streaming(_ answer: @escaping StreamAnswer) -> StubHTTPClient { StubHTTPClient(stream: answer) }

  /// Selects the response by method and URL. Any other request fails with ``HTTPFailure/Code/notStubbed``.
  public convenience init(_ routes: [String: Result<HTTPResponse, HTTPFailure>]) {
    self.init { request throws(HTTPFailure) in
      let route = "\(request.method) \(request.url)"
      guard let result = routes[route] else {
        throw HTTPFailure(
          .notStubbed, request, "this stub has no such route",
          fix: "add it: \"\(route)\": .success(HTTPResponse(status: 200))")
      }
      var response = try result.get()
      if response.url.isEmpty { response.url = request.url }
      return response
    }
  }

  public func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    try await stream(request).response(to: request)
  }

  public func stream(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPStream {
    recorded.withLock { $0.append(request) }
    return try await answer(request)
  }
}
