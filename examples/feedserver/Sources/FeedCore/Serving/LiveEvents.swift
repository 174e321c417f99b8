import Foundation

/// The body of an answer to `GET /live`: server-sent events, each when there is something to send.
///
/// It ends when the stream's token expires, when the epoch changes, and when its task is cancelled. A reader that is slow
/// skips no change: the next event contains all that came meanwhile.
package struct LiveEvents: AsyncSequence, Sendable {
  let feed: Feed
  let position: LivePosition
  /// Whether the stream breaks off in the middle of its first event.
  let isCut: Bool

  package func makeAsyncIterator() -> Iterator { Iterator(feed: feed, position: position, isCut: isCut) }

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let feed: Feed
    fileprivate var position: LivePosition?
    fileprivate let isCut: Bool

    /// Waits for the bytes of the next event or comment; nil at the end.
    package mutating func next() async -> Data? {
      guard let current = position, let (event, next) = await feed.event(after: current) else {
        position = nil
        return nil
      }
      position = isCut ? nil : next
      return isCut ? event.prefix(event.count / 2) : event
    }
  }
}
