import Platform
import UDF

/// The body of an ``HTTPStream``, in chunks in the order of arrival. It can be read only once: a second iterator continues
/// where the first stopped.
///
/// The client buffers at most 256 KiB. When the buffer is full, the sender waits for the reader. The request is cancelled when
/// the last copy of the body and of its iterators is released, or when the task that reads it is cancelled.
public struct HTTPBody: AsyncSequence, Sendable {
  private let nextChunk: @Sendable () async throws(HTTPFailure) -> [UInt8]?

  /// Makes a body from the chunks that a function returns, until it returns nil.
  ///
  ///     let body = HTTPBody { Array("data: hello\n\n".utf8) }   // never ends
  public init(unfolding next: @escaping @Sendable () async throws(HTTPFailure) -> [UInt8]?) { nextChunk = next }

  /// Makes a body that consists of one chunk.
  public init(_ bytes: [UInt8]) {
    let chunk = SingleChunk(bytes)
    self.init { chunk.next() }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(nextChunk: nextChunk) }

  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let nextChunk: @Sendable () async throws(HTTPFailure) -> [UInt8]?

    public mutating func next() async throws(HTTPFailure) -> [UInt8]? { try await nextChunk() }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws(HTTPFailure) -> [UInt8]? {
      try await nextChunk()
    }
  }

  private final class SingleChunk: Sendable {
    private let bytes: Guarded<[UInt8]>
    init(_ bytes: [UInt8]) { self.bytes = Guarded(bytes) }

    func next() -> [UInt8]? {
      bytes.withLock { bytes in
        defer { bytes = [] }
        return bytes.isEmpty ? nil : bytes
      }
    }
  }
}
