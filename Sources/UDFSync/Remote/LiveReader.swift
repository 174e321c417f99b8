import UDFNetwork

/// Reads the pages of a live stream for one reader at a time.
actor LiveReader {
  private let message: HTTPRequest
  private let database: SyncDatabase
  /// Nil while a read is running, and after the end of the stream.
  private var events: ServerSentEvents.AsyncIterator?

  init(_ stream: HTTPStream, to message: HTTPRequest, of database: SyncDatabase) {
    self.message = message
    self.database = database
    events = stream.events(maxEventBytes: HTTPRemote.maxBytes).makeAsyncIterator()
  }

  /// Returns the next page; nil at the end of the stream and after a failure.
  func next() async throws(RemoteFailure) -> PullPage? {
    guard var reading = events else { return nil }
    events = nil
    var event: ServerSentEvent?
    do throws(HTTPFailure) {
      event = try await reading.next(isolation: self)
      // A later version of the protocol may define other events, so unknown ones are skipped.
      while let other = event, other.type != "page" { event = try await reading.next(isolation: self) }
    } catch {
      throw RemoteFailure(error, to: message)
    }
    guard let event else { return nil }
    do throws(LineFault) {
      let page = try PullPage(lines: event.data, of: database)
      events = reading
      return page
    } catch {
      throw RemoteFailure(garbled: error.description, in: message)
    }
  }
}
