/// Frames that the server sends.
enum MessageFrame {
  static func text(_ bytes: [UInt8]) -> [UInt8] { frame(1, bytes) }
  static func pong(_ bytes: [UInt8]) -> [UInt8] { frame(10, bytes) }

  static func close(_ end: ConnectionEnd) -> [UInt8] {
    // The payload of a control frame must not exceed 125 bytes, and its text must be whole characters.
    var reason = end.reason
    while reason.utf8.count > 123 { reason.removeLast() }
    return frame(8, [UInt8(end.status >> 8), UInt8(end.status & 0xFF)] + reason.utf8)
  }

  private static func frame(_ code: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let count = payload.count
    let size = count < 126 ? 0 : count <= 0xFFFF ? 2 : 8
    var frame = [0x80 | code, size == 0 ? UInt8(count) : size == 2 ? 126 : 127]
    frame.reserveCapacity(count + 10)
    for position in (0..<size).reversed() { frame.append(UInt8(truncatingIfNeeded: count >> (8 * position))) }
    return frame + payload
  }
}
