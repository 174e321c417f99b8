import Foundation

/// The server's end of a connection, with blocking calls that read and write raw bytes.
public final class RawConnection: Sendable {
  private let socket: Int32
  private let note: @Sendable (String) -> Void

  init(socket: Int32, note: @escaping @Sendable (String) -> Void) {
    self.socket = socket
    self.note = note
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout.size(ofValue: yes)))
    #endif
  }

  /// Connects to a server on 127.0.0.1; nil if nothing listens at the port.
  public convenience init?(port: Int) {
    guard let socket = RawServer.connected(to: port) else { return nil }
    self.init(socket: socket) { _ in }
  }

  deinit { close(socket) }

  /// Waits for a complete request and returns its text; nil if the client closes the connection first.
  @discardableResult
  public func request() -> String? {
    var bytes: [UInt8] = []
    /// The length of the whole request, once its head has come.
    var length = Int.max
    while bytes.count < length {
      guard let more = receive() else { return nil }
      bytes += more
      if length == .max, let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound {
        let head = String(decoding: bytes[..<end], as: UTF8.self)
        length = end + (head.firstMatch(of: /content-length:\s*(\d+)/.ignoresCase()).flatMap { Int($0.1) } ?? 0)
      }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    note(text)
    return text
  }

  /// Sends text. Returns false if the client has closed the connection.
  @discardableResult
  public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, RawServer.noSignal) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Returns when the client has closed its end.
  public func waitForEnd() { while receive() != nil {} }

  /// Ends the connection immediately, even while ``waitForEnd()`` waits.
  public func shutDown() { shutdown(socket, Int32(SHUT_RDWR)) }

  /// Makes the connection end with a reset (RST).
  public func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
  }

  /// Limits the time that ``receive()`` waits.
  public func setTimeout(seconds: Int) {
    var time = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout.size(ofValue: time)))
  }

  /// Waits for the next bytes; nil at the end, and after the time of ``setTimeout(seconds:)``.
  public func receive() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(socket, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }
}
