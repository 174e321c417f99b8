import FlyingFox
import Foundation
import UDFNetwork
import UDFSync

@testable import FeedServer

/// A remote that asks a feed without a network between them.
func remote(of feed: Feed) -> HTTPRemote {
  let http = StubHTTPClient { request throws(HTTPFailure) in
    do {
      let url = URLComponents(string: request.url)
      var headers = FlyingFox.HTTPHeaders()
      for field in request.headers.fields { headers[HTTPHeader(field.name)] = field.value }
      let answer = try await feed.answer(
        FlyingFox.HTTPRequest(
          method: HTTPMethod(request.method), version: .http11, path: url?.path ?? "",
          query: (url?.queryItems ?? []).map { .init(name: $0.name, value: $0.value ?? "") }, headers: headers,
          body: HTTPBodySequence(data: Data(request.body))))
      var response = HTTPResponse(status: answer.statusCode.code, body: Array(try await answer.bodyData))
      for (name, value) in answer.headers { response.headers.add(name.rawValue, value) }
      return response
    } catch {
      throw HTTPFailure(.reset, "\(error)")
    }
  }
  return HTTPRemote("http://feed.test", of: SyncCollection("articles", folder: "/nowhere"), http: http)
}

private typealias HTTPResponse = UDFNetwork.HTTPResponse
