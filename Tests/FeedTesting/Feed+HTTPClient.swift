import FeedCore
import Foundation
import UDFNetwork

extension Feed {
  /// Answers a request of an HTTP client, without a network between them.
  package nonisolated func respond(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPStream {
    let answer: FeedAnswer
    do {
      let url = URLComponents(string: request.url)
      let query = (url?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
      answer = try await self.answer(
        FeedRequest(
          request.method, url?.path ?? "", query: Dictionary(query, uniquingKeysWith: { first, _ in first }),
          ifNoneMatch: request.headers["If-None-Match"], lastEventID: request.headers["Last-Event-ID"],
          body: Data(request.body)))
    } catch {
      throw HTTPFailure(.reset, "\(error)")
    }
    var headers = HTTPHeaders()
    for (name, value) in answer.headers { headers.add(name, value) }
    let body = answer.events.map(HTTPBody.init) ?? HTTPBody(Array(answer.body))
    return HTTPStream(status: answer.status, headers: headers, url: request.url, body: body)
  }

  /// An HTTP client that asks this feed.
  package nonisolated var http: StubHTTPClient {
    StubHTTPClient.streaming { request throws(HTTPFailure) in try await self.respond(to: request) }
  }
}

extension HTTPBody {
  /// The body of a live stream.
  init(_ events: LiveEvents) {
    let reader = LiveReader(events)
    self.init { await reader.next() }
  }
}
