import FeedCore
import Foundation
import UDFNetwork
import UDFSync

/// A remote that asks a feed without a network between them.
func remote(of feed: Feed) -> HTTPRemote {
  let http = StubHTTPClient { request throws(HTTPFailure) in
    do {
      let url = URLComponents(string: request.url)
      let query = (url?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
      let answer = try await feed.answer(
        FeedRequest(
          request.method, url?.path ?? "", query: Dictionary(query, uniquingKeysWith: { first, _ in first }),
          ifNoneMatch: request.headers["If-None-Match"], body: Data(request.body)))
      var response = HTTPResponse(status: answer.status, body: Array(answer.body))
      for (name, value) in answer.headers { response.headers.add(name, value) }
      return response
    } catch {
      throw HTTPFailure(.reset, "\(error)")
    }
  }
  return HTTPRemote("http://feed.test", of: SyncCollection("articles", folder: "/nowhere"), http: http)
}
