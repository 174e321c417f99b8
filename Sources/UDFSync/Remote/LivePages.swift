/// The pages of a live stream, in the server's order. They can be read once.
///
/// The first page arrives at once, even if it has no changes. The sequence ends when the server ends the stream. A broken or silent
/// connection throws a ``RemoteFailure``. Either way the reader opens a new stream from the last token that it stored.
/// Dropping the sequence and its iterators, or cancelling the task that reads it, closes the stream.
public struct LivePages: AsyncSequence, Sendable {
  /// Seconds without a byte after which a stream counts as broken: a server sends a comment every 15 seconds.
  public static let longestSilence = 45.0

  private let nextPage: @Sendable () async throws(RemoteFailure) -> PullPage?

  /// Makes a stream of the pages that a function returns, until it returns nil.
  ///
  ///     let pages = LivePages { () async throws(RemoteFailure) in PullPage(next: "T1") }   // never ends
  public init(unfolding next: @escaping @Sendable () async throws(RemoteFailure) -> PullPage?) { nextPage = next }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(nextPage: nextPage) }

  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let nextPage: @Sendable () async throws(RemoteFailure) -> PullPage?

    public mutating func next() async throws(RemoteFailure) -> PullPage? { try await nextPage() }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(RemoteFailure) -> PullPage? {
      try await nextPage()
    }
  }
}
