import Platform
import UDF
import UDFNetwork

extension HTTPStream {
  /// A stream whose body consists of these chunks.
  init(chunks: [[UInt8]], headers: HTTPHeaders = ["Content-Type": "text/event-stream"]) {
    let rest = Guarded(chunks[...])
    self.init(
      status: 200, headers: headers, url: "http://localhost/events", body: HTTPBody { rest.withLock { $0.popFirst() } })
  }
}

/// The events of a body in chunks, and its failure.
func events(
  in chunks: [[UInt8]], maxEventBytes: Int = 1 << 20
) async -> (events: [ServerSentEvent], failure: HTTPFailure?) {
  var events: [ServerSentEvent] = []
  var iterator = HTTPStream(chunks: chunks).events(maxEventBytes: maxEventBytes).makeAsyncIterator()
  do throws(HTTPFailure) {
    while let event = try await iterator.next() { events.append(event) }
    return (events, nil)
  } catch {
    return (events, error)
  }
}

func events(in text: String) async -> [ServerSentEvent] { await events(in: [Array(text.utf8)]).events }
