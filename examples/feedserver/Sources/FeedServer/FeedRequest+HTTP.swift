import FeedCore
import FlyingFox

extension FeedRequest {
  /// The same request without its transport.
  init(_ request: HTTPRequest) async throws {
    self.init(
      request.method.rawValue, request.path,
      query: Dictionary(request.query.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }),
      ifNoneMatch: request.headers[.ifNoneMatch], lastEventID: request.headers[HTTPHeader("Last-Event-ID")],
      body: try await request.bodyData)
  }
}
