import SocketTesting
import Testing
import UDF
import UDFNetwork

@Suite("a stream of server-sent events", .timeLimit(.minutes(60)))
struct EventStreamTests {
  @Test("an event has a type, an id, and its data lines joined by line feeds")
  func fields() async {
    #expect(
      await events(in: "event: page\nid: T1\ndata: one\ndata:two\ndata:  three\n\n")
        == [ServerSentEvent(type: "page", data: Array("one\ntwo\n three".utf8), id: "T1")])
    #expect(await events(in: "data: 1\n\ndata: 2\n\n").map(\.text) == ["1", "2"])
    #expect(await events(in: "data: 1\n\n").map(\.type) == ["message"])
  }

  /// The examples of the HTML standard, section 9.2.6.
  @Test("the examples of the HTML standard have the specified result")
  func standard() async {
    #expect(await events(in: "data: YHOO\ndata: +2\ndata: 10\n\n").map(\.text) == ["YHOO\n+2\n10"])
    let ids = await events(
      in: ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n")
    #expect(ids.map(\.text) == ["first event", "second event"])
    #expect(ids.map(\.id) == ["1", ""])
    #expect(await events(in: "data\n\ndata\ndata\n\ndata:").map(\.text) == ["", "\n"])
    #expect(await events(in: "data:test\n\ndata: test\n\n").map(\.text) == ["test", "test"])
  }

  @Test("lines end with a line feed, a carriage return or both, and a byte order mark at the start is skipped")
  func lineEnds() async {
    let expected = [ServerSentEvent(type: "a", data: Array("1\n2".utf8))]
    for end in ["\n", "\r", "\r\n"] {
      let lines = ["event: a", "data: 1", "data: 2", "", ""].joined(separator: end)
      #expect(await events(in: lines) == expected)
      #expect(await events(in: "\u{FEFF}" + lines) == expected)
      // A byte order mark elsewhere is part of an unknown field's name.
      #expect(await events(in: "\(end)\u{FEFF}data: 0\(end)" + lines) == expected)
    }
    #expect(await events(in: "data: 1\r\n\rdata: 2\n\r\n").map(\.text) == ["1", "2"])
  }

  @Test("comments, unknown fields, and an invalid retry or id are ignored")
  func ignored() async {
    #expect(await events(in: ":\n: data: x\nfoo: bar\nDATA: x\ndata : x\n\n") == [])
    let read = await events(in: "id: 1\nretry: 1500\ndata: a\n\nid: 2\0\nretry: 1s\nretry:\ndata: b\n\n")
    #expect(read.map(\.id) == ["1", "1"])
    #expect(read.map(\.retry) == [1.5, 1.5])
  }

  @Test("without data there is no event; the next event has the id, but not the type")
  func withoutData() async {
    #expect(
      await events(in: "id: 7\nevent: a\n\ndata: 1\n\n") == [ServerSentEvent(data: Array("1".utf8), id: "7")])
  }

  @Test("data keeps invalid UTF-8, and text replaces it")
  func invalidUTF8() async {
    let read = await events(in: [Array("data: ".utf8) + [0xFF, 0x41], Array("\n\n".utf8)]).events
    #expect(read.map(\.data) == [[0xFF, 0x41]])
    #expect(read.map(\.text) == ["\u{FFFD}A"])
  }

  @Test("an event that is too large fails, after the events before it; comments may have any length")
  func tooLarge() async {
    let comment = ":" + String(repeating: "x", count: 1000) + "\n"
    let (read, failure) = await events(
      in: ["\(comment)data: 12345\n\n", "data: 123456", "\n\n"].map { Array($0.utf8) }, maxEventBytes: 11)
    #expect(read.map(\.text) == ["12345"])
    #expect(
      failure
        == HTTPFailure(
          .tooLarge,
          "GET http://localhost/events: a server-sent event has more than 11 bytes; raise maxEventBytes, or ask for less"
        ))
    // The limit is for all lines of an event together.
    #expect(await events(in: [Array("data: 1\ndata: 2\n\n".utf8)], maxEventBytes: 13).failure?.code == .tooLarge)
    #expect(await events(in: [Array("data: 1\n\ndata: 2\n\n".utf8)], maxEventBytes: 7).events.count == 2)
  }

  @Test("status and content type determine whether a response is a stream of events")
  func contentType() {
    func isEventStream(_ status: Int, _ type: String?) -> Bool {
      var stream = HTTPStream(chunks: [], headers: [:])
      stream.status = status
      stream.headers["Content-Type"] = type
      return stream.isEventStream
    }
    #expect(isEventStream(200, "text/event-stream"))
    #expect(isEventStream(200, "Text/Event-Stream ; charset=utf-8"))
    #expect(!isEventStream(204, "text/event-stream"))
    #expect(!isEventStream(200, "text/html"))
    #expect(!isEventStream(200, nil))
  }

  @Test("over a connection, events arrive before the stream ends, and a stalled stream fails")
  func stalled() async throws {
    let server = try RawServer { connection in
      connection.request()
      connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nid: 1\ndata: a\n\ndata: b")
      connection.waitForEnd()
    }
    defer { server.stop() }
    let http = LiveHTTPClient()
    let stream = try await http.stream(HTTPRequest(events: server.url, after: "T0", stallLimit: 0.1))
    #expect(stream.isEventStream)
    var events = stream.events().makeAsyncIterator()
    #expect(try await events.next()?.text == "a")
    do {
      _ = try await events.next()
      Issue.record("the stream ended well")
    } catch {
      #expect(error.code == .timeout)
    }
    #expect(try await events.next() == nil)
    let request = try #require(server.requests.first)
    #expect(request.contains("Accept: text/event-stream\r\n") && request.contains("Last-Event-ID: T0\r\n"))
  }

  @Test("a broken connection fails after the events that have arrived")
  func broken() async throws {
    let server = try RawServer { _ in
      "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\ndata: a\n\ndata: b\n\n"
    }
    defer { server.stop() }
    let http = LiveHTTPClient()
    var events = try await http.stream(HTTPRequest(events: server.url)).events().makeAsyncIterator()
    #expect(try await events.next()?.text == "a")
    #expect(try await events.next()?.text == "b")
    do {
      _ = try await events.next()
      Issue.record("the stream ended well")
    } catch {
      #expect(error.code == .truncated)
    }
  }
}
