import Platform

/// The frames that wait until a page reads them. If too many bytes wait, the page is closed.
final class Outbox: Sendable {
  static let limit = 64 << 20
  /// The memory of a frame beside its bytes.
  private static let frameBytes = 64

  let frames: AsyncStream<[UInt8]>
  private let continuation: AsyncStream<[UInt8]>.Continuation
  private let waiting = Guarded(0)
  private let cancel = Guarded<(@Sendable () -> Void)?>(nil)

  init() {
    (frames, continuation) = AsyncStream.makeStream(of: [UInt8].self)
  }

  func send(_ text: String) { add(MessageFrame.text(Array(text.utf8))) }

  /// Sends JSON lines.
  func send(lines: [String]) { send(#"{"lines":[\#(lines.joined(separator: ","))]}"#) }

  func pong(_ bytes: [UInt8]) { add(MessageFrame.pong(bytes)) }

  /// Closes the connection after all earlier frames were sent.
  func close(_ end: ConnectionEnd) {
    add(MessageFrame.close(end))
    self.end()
  }

  /// Ends the outbox; later frames are dropped.
  func end() { continuation.finish() }

  /// Sets a function that is called if too many bytes wait.
  func onOverflow(_ body: @escaping @Sendable () -> Void) { cancel.withLock { $0 = body } }

  /// Records that a frame was written to the connection.
  func didWrite(_ frame: [UInt8]) { waiting.withLock { $0 -= frame.count + Outbox.frameBytes } }

  private func add(_ frame: [UInt8]) {
    let isFull = waiting.withLock { waiting in
      waiting += frame.count + Outbox.frameBytes
      return waiting > Outbox.limit
    }
    if isFull {
      continuation.finish()
      cancel.withLock { $0 }?()
    } else {
      continuation.yield(frame)
    }
  }
}
