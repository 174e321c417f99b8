import Foundation

/// The server's end of a connection, byte by byte and blocking.
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

  deinit { close(socket) }

  /// Waits for a whole request and gives it as it came; nil if the client went away.
  @discardableResult
  public func request() -> String? {
    var bytes: [UInt8] = []
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if let end = text.range(of: "\r\n\r\n") {
        let length = text.firstMatch(of: /content-length: (\d+)/.ignoresCase()).flatMap { Int($0.1) } ?? 0
        if text[end.upperBound...].utf8.count >= length {
          note(text)
          return text
        }
      }
      guard let more = read() else { return nil }
      bytes += more
    }
  }

  /// False if the client is gone.
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
  public func waitForEnd() { while read() != nil {} }

  /// Ends the connection now, also while ``waitForEnd()`` waits.
  public func shutDown() { shutdown(socket, Int32(SHUT_RDWR)) }

  /// Makes the end of this connection a reset.
  public func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
  }

  private func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(socket, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }
}
