import Platform

/// Lets another thread end the wait of a blocking connection.
final class SocketInterrupt: Sendable {
  private let socket = Guarded<Int32?>(nil)

  /// Called when the connection is open. The connection calls ``close()`` before it closes the descriptor, because
  /// another file may then get its number.
  func open(_ descriptor: Int32) { socket.withLock { $0 = descriptor } }

  func close() { socket.withLock { $0 = nil } }

  func interrupt() {
    socket.withLock { socket in
      if let socket { _ = shutdown(socket, Int32(SHUT_RDWR)) }
    }
  }
}
