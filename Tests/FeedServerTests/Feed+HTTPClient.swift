import FeedCore
import Foundation
import UDF
import UDFNetwork
import UDFSync

/// An HTTP client that asks a feed without a network between them.
func http(to feed: Feed) -> StubHTTPClient {
  StubHTTPClient.streaming { request throws(HTTPFailure) in
    let answer: FeedAnswer
    do {
      let url = URLComponents(string: request.url)
      let query = (url?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
      answer = try await feed.answer(
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
}

/// A remote that asks a feed without a network between them.
func remote(of feed: Feed) -> HTTPRemote {
  HTTPRemote("http://feed.test", of: SyncCollection("articles", folder: "/nowhere"), http: http(to: feed))
}

extension HTTPBody {
  /// The body of a live stream.
  init(_ events: LiveEvents) {
    let reader = EventReader(events)
    self.init { await reader.next() }
  }

  private actor EventReader {
    private var events: LiveEvents.Iterator?

    init(_ events: LiveEvents) { self.events = events.makeAsyncIterator() }

    /// One reader at a time: the iterator is away while it waits.
    func next() async -> [UInt8]? {
      guard var reading = events else { return nil }
      events = nil
      defer { events = reading }
      return await reading.next().map(Array.init)
    }
  }
}
