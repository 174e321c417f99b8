/// The events of a streamed answer, as they come. They are read once.
///
/// A stream that ends in the middle of an event ends without that event. A broken connection, a server that falls silent for
/// longer than ``HTTPRequest/progressTimeout``, and an event that is too large throw an ``HTTPFailure``; a client that
/// reconnects sends the last id, see ``HTTPRequest/init(events:after:stallLimit:)``.
///
///     let stream = try await http.stream(HTTPRequest(events: "https://api.example.com/events"))
///     for try await event in stream.events() { print(event.type, event.text) }
public struct ServerSentEvents: AsyncSequence, Sendable {
  private let stream: HTTPStream
  private let maxEventBytes: Int

  init(_ stream: HTTPStream, maxEventBytes: Int) {
    self.stream = stream
    self.maxEventBytes = maxEventBytes
  }

  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      chunks: stream.body.makeAsyncIterator(), parser: ServerSentEventParser(maxEventBytes: maxEventBytes),
      maxEventBytes: maxEventBytes, url: stream.url)
  }

  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var chunks: HTTPBody.AsyncIterator
    fileprivate var parser: ServerSentEventParser
    fileprivate let maxEventBytes: Int
    fileprivate let url: String
    private var isOver = false

    fileprivate init(
      chunks: HTTPBody.AsyncIterator, parser: ServerSentEventParser, maxEventBytes: Int, url: String
    ) {
      self.chunks = chunks
      self.parser = parser
      self.maxEventBytes = maxEventBytes
      self.url = url
    }

    /// Waits for the next event; nil at the end of the stream, and after a failure.
    public mutating func next() async throws(HTTPFailure) -> ServerSentEvent? {
      try await next(isolation: nil)
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(HTTPFailure) -> ServerSentEvent? {
      while !isOver {
        do throws(ServerSentEventParser.EventTooLarge) {
          if let event = try parser.next() { return event }
        } catch {
          isOver = true
          throw HTTPFailure(
            .tooLarge,
            "GET \(url): a server-sent event has more than \(maxEventBytes) bytes; raise maxEventBytes, or ask for less"
          )
        }
        do throws(HTTPFailure) {
          guard let chunk = try await chunks.next(isolation: actor) else {
            isOver = true
            break
          }
          parser.append(chunk)
        } catch {
          isOver = true
          throw error
        }
      }
      return nil
    }
  }
}

extension HTTPStream {
  /// Whether this is an answer with events: status 200 and `text/event-stream`.
  public var isEventStream: Bool {
    let type = headers["Content-Type"]?.prefix { $0 != ";" }
    return status == 200 && type?.lowercased().filter { $0 != " " && $0 != "\t" } == "text/event-stream"
  }

  /// The events of the body. One with more than `maxEventBytes` ends the sequence with a failure.
  public func events(maxEventBytes: Int = 1 << 20) -> ServerSentEvents {
    ServerSentEvents(self, maxEventBytes: maxEventBytes)
  }
}

extension HTTPRequest {
  /// Makes a request for a stream of events that may live for hours.
  ///
  ///     var request = HTTPRequest(events: "https://api.example.com/events", after: "17")
  ///     request.headers["Last-Event-ID"]   // "17"
  ///
  /// - Parameters:
  ///   - lastEventID: the id of the last event that was received, to continue after it.
  ///   - stallLimit: seconds without a byte after which the stream counts as broken; comments count as bytes.
  public init(events url: String, after lastEventID: String? = nil, stallLimit: Double = 45) {
    self.init(url, headers: ["Accept": "text/event-stream"], timeout: .infinity, progressTimeout: stallLimit)
    staysOpen = true
    headers["Last-Event-ID"] = lastEventID
  }
}
