import FeedCore
import FeedTesting
import Foundation
import Testing
import UDFNetwork

@Suite("the live streams of the feed server", .timeLimit(.minutes(60))) struct LiveTests {
  private let feed = Feed(articles("a", "b"))

  private func stream(_ query: String, lastEventID: String? = nil) async throws -> HTTPStream {
    try await feed.http.stream(
      HTTPRequest(events: "http://feed.test/live?schema=1&protocol=2&\(query)", after: lastEventID))
  }

  private func events(_ query: String, lastEventID: String? = nil) async throws -> ServerSentEvents.AsyncIterator {
    try await stream(query, lastEventID: lastEventID).events().makeAsyncIterator()
  }

  private func push(_ mutation: String, client: String = "c1") async throws {
    let body = #"{"client":"\#(client)","schema":1,"mutations":[\#(mutation)]}"#
    let request = HTTPRequest("http://feed.test/mutations", method: "POST", body: Array(body.utf8))
    #expect(try await feed.http.send(request).status == 200)
  }

  private func waitForStreams(_ count: Int) async {
    while await feed.waitingStreams != count { await Task.yield() }
  }

  @Test("the first event is sent at once, and is the page that changes would return")
  func first() async throws {
    for query in ["client=c1", "client=c1&since=f-1", "client=c1&since=f-2"] {
      let stream = try await stream(query)
      #expect(stream.isEventStream)
      #expect(stream.headers["Cache-Control"] == "no-store")
      var events = stream.events().makeAsyncIterator()
      let page = try await feed.http.send(HTTPRequest("http://feed.test/changes?protocol=2&\(query)"))
      #expect(
        try await events.next()
          == ServerSentEvent(type: "page", data: page.body.dropLast(), id: "f-2"))
    }
  }

  @Test("each change is sent as an event that continues the previous one")
  func changes() async throws {
    var events = try await events("client=c1&since=f-2")
    #expect(try await events.next()?.id == "f-2")
    try await push(#"{"id":1,"op":"put","key":"c","row":{"id":"c","title":"C"}}"#)
    #expect(
      try await events.next()
        == ServerSentEvent(
          type: "page",
          data: Array(
            (#"{"all":true,"changes":1,"epoch":"f","from":"f-2","live":true,"more":false,"mutations":{"c1":1},"next":"f-3","#
              + #""version":2,"where":true}"# + "\n" + #"[3,{"id":"c","title":"C"}]"#).utf8), id: "f-3"))
    // Both at once, because the reader was slower.
    try await push(#"{"id":2,"op":"delete","key":"a"},{"id":3,"op":"delete","key":"b"}"#)
    let both = try await events.next()?.text.split(separator: "\n") ?? []
    #expect(both.dropFirst() == [#"[4,"a"]"#, #"[5,"b"]"#])
  }

  @Test("an event is also sent if only the mutations of a requested client change")
  func mutations() async throws {
    var events = try await events("client=c1&clients=c2&since=f-2")
    #expect(try await events.next() != nil)
    try await push(#"{"id":1,"op":"delete","key":"none"}"#, client: "c3")
    try await push(#"{"id":1,"op":"delete","key":"none"}"#, client: "c2")
    let event = try #require(try await events.next())
    #expect(event.text.contains(#""changes":0"#) && event.text.contains(#""mutations":{"c1":0,"c2":1}"#))
    #expect(event.id == "f-2")
  }

  @Test("a stream continues after the last event's id, which takes precedence over since, in pages of the limit")
  func resumed() async throws {
    var events = try await events("client=c1&since=f-2", lastEventID: "f-1")
    #expect(try await events.next()?.text.hasSuffix(#"[2,{"id":"b","title":"b"}]"#) == true)
    var pages = try await self.events("client=c1&limit=1")
    #expect(try await pages.next()?.id == "f-1-2")
    #expect(try await pages.next()?.id == "f-2")
  }

  @Test("an unknown token is refused before the stream begins, and so is version 1")
  func refused() async throws {
    #expect(try await stream("client=c1&since=g-1").status == 410)
    #expect(try await stream("client=c1", lastEventID: "g-1").status == 410)
    #expect(try await feed.http.send(HTTPRequest("http://feed.test/live?client=c1")).status == 400)
  }

  @Test("a beat makes each waiting stream send a comment")
  func beats() async throws {
    let streams = [try await stream("client=c1"), try await stream("client=c2")]
    let read = streams.map { stream in
      Task {
        var chunks = stream.body.makeAsyncIterator()
        _ = try await chunks.next()
        return try await chunks.next()
      }
    }
    await waitForStreams(2)
    await feed.beat()
    for task in read { #expect(try await task.value == Array(":\n".utf8)) }
  }

  @Test("a stream ends when the epoch changes, and a cancelled one stops waiting")
  func ends() async throws {
    let backup = await feed.backup()
    let restored = Task {
      var events = try await events("client=c1")
      _ = try await events.next()
      return try await events.next()
    }
    await waitForStreams(1)
    await feed.restore(backup, epoch: "g")
    #expect(try await restored.value == nil)
    let cancelled = Task {
      var events = try await events("client=c1")
      _ = try await events.next()
      return try await events.next()
    }
    await waitForStreams(1)
    cancelled.cancel()
    #expect(try await cancelled.value == nil)
    #expect(await feed.waitingStreams == 0)
  }

  @Test("a feed that must fail breaks a stream off in its first event")
  func cut() async throws {
    let feed = Feed(articles("a"), faults: 1, kinds: [.cut])
    let stream = try await feed.http.stream(HTTPRequest(events: "http://feed.test/live?client=c1&protocol=2"))
    var events = stream.events().makeAsyncIterator()
    #expect(try await events.next() == nil)
  }
}
