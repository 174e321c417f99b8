import FeedCore
import FeedTesting
import Testing
import UDF
import UDFNetwork
import UDFSync

@Suite("the live stream of a remote", .timeLimit(.minutes(60))) struct LiveRemoteTests {
  private let feed = Feed(articles("a", "b"))

  private func live(_ request: PullRequest, of feed: Feed? = nil) async throws(RemoteFailure) -> LivePages? {
    try await remote(of: feed ?? self.feed).live(request)
  }

  /// A remote whose server answers the request for a stream like this.
  private func remoteAnswering(_ stream: HTTPStream) -> HTTPRemote {
    let http = StubHTTPClient.streaming { _ throws(HTTPFailure) in stream }
    return HTTPRemote("http://feed.test", of: SyncCollection("articles", folder: "/nowhere"), http: http)
  }

  private func stream(_ text: String) -> HTTPStream {
    HTTPStream(
      status: 200, headers: ["Content-Type": "text/event-stream"], body: HTTPBody(Array(text.utf8)))
  }

  @Test("its pages are those of a pull, with one page for each change")
  func pages() async throws {
    let remote = remote(of: feed)
    var pages = try #require(try await remote.live(PullRequest(client: "c1", clients: ["c2"]))).makeAsyncIterator()
    guard case .page(var first) = try await remote.pull(PullRequest(client: "c1", clients: ["c2"])) else { return }
    first.etag = nil
    #expect(try await pages.next() == first)
    let row = Array(#"{"id":"c","title":"C"}"#.utf8)
    _ = try await remote.push(
      PushRequest(client: "c2", mutations: [Mutation(id: 1, client: "c2", .put, RowKey("c"), body: row)]))
    #expect(
      try await pages.next()
        == PullPage(
          from: "f-2", next: "f-3", changes: [.put(SyncRow(RowKey("c"), version: 3, body: row))], mutation: nil,
          mutations: ["c1": 0, "c2": 1], epoch: "f", offersLive: true, takesAll: true, continuesFilter: true))
  }

  @Test("it continues after a token")
  func token() async throws {
    var pages = try #require(try await live(PullRequest(token: "f-1", client: "c1"))).makeAsyncIterator()
    #expect(try await pages.next()?.changes.map(\.key) == [RowKey("b")])
  }

  @Test("a server without streams, and a custom remote, offer none")
  func notOffered() async throws {
    #expect(try await live(PullRequest(client: "c1"), of: Feed(articles("a"), newest: 1)).map { _ in true } == nil)
    struct Own: RemoteStore {
      func pull(_ request: PullRequest) async throws(RemoteFailure) -> PullReply { .notModified(age: 0) }
      func push(_ request: PushRequest) async throws(RemoteFailure) -> PushReply { PushReply([]) }
    }
    #expect(try await Own().live(PullRequest(client: "c1")).map { _ in true } == nil)
  }

  @Test("an expired token, a response that is not a stream, and an event that is not a page are failures")
  func failures() async throws {
    func code(_ remote: HTTPRemote, token: String? = nil) async -> RemoteFailure.Code? {
      do throws(RemoteFailure) {
        var pages = try await remote.live(PullRequest(token: token, client: "c1"))?.makeAsyncIterator()
        while try await pages?.next() != nil {}
        return nil
      } catch {
        return error.code
      }
    }
    #expect(await code(remote(of: feed), token: "g-1") == .expired)
    #expect(await code(remoteAnswering(HTTPStream(HTTPResponse(status: 503)))) == .unavailable)
    #expect(await code(remoteAnswering(HTTPStream(HTTPResponse(status: 200, body: Array("<html>".utf8))))) == .garbled)
    #expect(await code(remoteAnswering(stream("event: page\ndata: {}\n\n"))) == .garbled)
    // The reader ignores other events, and an event that ends in the middle.
    #expect(await code(remoteAnswering(stream("event: other\ndata: {}\n\nevent: page\ndata: {}"))) == nil)
  }

  @Test("a stream that ends has no more pages, and a failed one reports its failure once")
  func ended() async throws {
    var pages = try #require(
      try await remoteAnswering(stream("event: page\ndata: {}\n\nevent: page\ndata: {}\n\n")).live(
        PullRequest(client: "c1"))
    )
    .makeAsyncIterator()
    await #expect(throws: RemoteFailure.self) { try await pages.next() }
    #expect(try await pages.next() == nil)
  }
}
