import FeedCore
import FlyingSocks
import Foundation

/// Live events as the transport reads them: in buffers of at most the size that it asks for.
struct LiveBytes: AsyncBufferedSequence {
  typealias Element = UInt8

  private let events: LiveEvents

  init(_ events: LiveEvents) { self.events = events }

  func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator()) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    fileprivate var events: LiveEvents.Iterator
    /// What is left of the last event.
    private var rest = Data()

    fileprivate init(events: LiveEvents.Iterator) { self.events = events }

    mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
      if rest.isEmpty {
        guard let event = await events.next() else { return nil }
        rest = event
      }
      defer { rest = Data(rest.dropFirst(count)) }
      return rest.prefix(count)
    }
  }
}
