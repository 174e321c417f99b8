import FeedCore

/// Reads a live stream for one reader at a time: the iterator is away while it waits.
actor LiveReader {
  private var events: LiveEvents.Iterator?

  init(_ events: LiveEvents) { self.events = events.makeAsyncIterator() }

  func next() async -> [UInt8]? {
    guard var reading = events else { return nil }
    events = nil
    defer { events = reading }
    return await reading.next().map(Array.init)
  }
}
