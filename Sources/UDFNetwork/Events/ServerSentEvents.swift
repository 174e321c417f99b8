/// The events of a streamed response, in the order of arrival. They can be read only once.
///
/// An incomplete event at the end of the stream is dropped. The sequence throws an ``HTTPFailure`` if the connection breaks, if
/// no byte arrives for longer than ``HTTPRequest/progressTimeout``, or if an event is too large. To reconnect, pass the last id
/// to ``HTTPRequest/init(events:after:stallLimit:)``.
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

    /// Waits for the next event. Returns nil at the end of the stream, and after a failure.
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
  /// Whether the response is a stream of events: status 200 and `text/event-stream`.
  public var isEventStream: Bool {
    let type = headers["Content-Type"]?.prefix { $0 != ";" }
    return status == 200 && type?.lowercased().filter { $0 != " " && $0 != "\t" } == "text/event-stream"
  }

  /// The events of the body. An event with more than `maxEventBytes` ends the sequence with a failure.
  public func events(maxEventBytes: Int = 1 << 20) -> ServerSentEvents {
    ServerSentEvents(self, maxEventBytes: maxEventBytes)
  }
}

extension HTTPRequest {
  /// Makes a request for a stream of events that may stay open for hours.
  ///
  ///     var request = HTTPRequest(events: "https://api.example.com/events", after: "17")
  ///     request.headers["Last-Event-ID"]   // "17"
  ///
  /// - Parameters:
  ///   - url: the address of the stream.
  ///   - lastEventID: the id of the last event that was received, to continue after it.
  ///   - stallLimit: seconds without a byte after which the stream fails. The bytes of comments count.
  public init(events url: String, after lastEventID: String? = nil, stallLimit: Double = 45) {
    self.init(url, headers: ["Accept": "text/event-stream"], timeout: .infinity, progressTimeout: stallLimit)
    staysOpen = true
    headers["Last-Event-ID"] = lastEventID
  }
}
