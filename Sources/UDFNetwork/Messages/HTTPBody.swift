import Platform
import UDF

/// The body of an ``HTTPStream``, in chunks as they come. It is read once: a second iterator continues where the
/// first stopped.
///
/// The sender waits while the reader is busy, with at most 256 KiB in memory. When the last copy of a body and its
/// iterators is released, or the task that reads it is cancelled, the request is cancelled.
public struct HTTPBody: AsyncSequence, Sendable {
  private let nextChunk: @Sendable () async throws(HTTPFailure) -> [UInt8]?

  /// Makes a body of chunks that a function gives, until it gives nil.
  ///
  ///     let body = HTTPBody { Array("data: hello\n\n".utf8) }   // never ends
  public init(unfolding next: @escaping @Sendable () async throws(HTTPFailure) -> [UInt8]?) { nextChunk = next }

  /// Makes a body of bytes that are there.
  public init(_ bytes: [UInt8]) {
    let rest = Rest(bytes)
    self.init { rest.take() }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(nextChunk: nextChunk) }

  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let nextChunk: @Sendable () async throws(HTTPFailure) -> [UInt8]?

    public mutating func next() async throws(HTTPFailure) -> [UInt8]? { try await nextChunk() }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(HTTPFailure) -> [UInt8]? {
      try await nextChunk()
    }
  }

  private final class Rest: Sendable {
    private let bytes: Guarded<[UInt8]>
    init(_ bytes: [UInt8]) { self.bytes = Guarded(bytes) }

    func take() -> [UInt8]? {
      bytes.withLock { bytes in
        defer { bytes = [] }
        return bytes.isEmpty ? nil : bytes
      }
    }
  }
}
