import UDFNetwork

/// Reads the pages of a live stream for one reader at a time.
actor LiveReader {
  private let message: HTTPRequest
  private let key: String
  /// Away while a reader waits, and for good after the end.
  private var events: ServerSentEvents.AsyncIterator?

  init(_ stream: HTTPStream, to message: HTTPRequest, key: String) {
    self.message = message
    self.key = key
    events = stream.events(maxEventBytes: HTTPRemote.maxBytes).makeAsyncIterator()
  }

  /// The next page; nil at the end of the stream, and after a failure.
  func next() async throws(RemoteFailure) -> PullPage? {
    guard var reading = events else { return nil }
    events = nil
    var event: ServerSentEvent?
    do throws(HTTPFailure) {
      event = try await reading.next(isolation: self)
      // A later version of the protocol may define other events.
      while let other = event, other.type != "page" { event = try await reading.next(isolation: self) }
    } catch {
      throw RemoteFailure(error)
    }
    guard let event else { return nil }
    do throws(LineFault) {
      let page = try PullPage(lines: event.data, key: key)
      events = reading
      return page
    } catch {
      throw RemoteFailure(garbled: error.description, in: message)
    }
  }
}
