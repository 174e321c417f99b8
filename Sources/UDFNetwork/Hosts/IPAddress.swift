import Platform

/// An IPv4 or IPv6 address. An IPv4-mapped IPv6 address (`::ffff:127.0.0.1`) is stored as the IPv4 address.
struct IPAddress: Hashable, CustomStringConvertible {
  /// 4 or 16 bytes in network order.
  private let bytes: [UInt8]

  /// Parses all notations that system functions accept: IPv6, dotted IPv4, and IPv4 with fewer, octal or hexadecimal
  /// parts (`127.1`, `0x7f000001`, `2130706433`). Nil for a name.
  init?(_ text: String) {
    var four = in_addr()
    var sixteen = in6_addr()
    if text.contains(":") {
      guard inet_pton(AF_INET6, text, &sixteen) == 1 else { return nil }
      self.init(sixteen)
    } else {
      guard inet_aton(text, &four) != 0 else { return nil }
      self.init(four)
    }
  }

  /// Reads a socket address; nil if its family is neither IPv4 nor IPv6.
  init?(_ socket: UnsafePointer<sockaddr>) {
    let raw = UnsafeRawPointer(socket)
    switch Int32(socket.pointee.sa_family) {
    case AF_INET: self.init(raw.loadUnaligned(as: sockaddr_in.self).sin_addr)
    case AF_INET6: self.init(raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr)
    default: return nil
    }
  }

  private init(_ address: in_addr) { bytes = withUnsafeBytes(of: address) { Array($0) } }

  private init(_ address: in6_addr) {
    let bytes = withUnsafeBytes(of: address) { Array($0) }
    let isMapped = bytes.starts(with: Array(repeating: 0, count: 10) + [0xff, 0xff])
    self.bytes = isMapped ? Array(bytes[12...]) : bytes
  }

  /// Whether the first `bits` bits are equal to those of `network`; false if one is IPv4 and the other IPv6.
  func isInside(_ network: IPAddress, bits: Int) -> Bool {
    guard bytes.count == network.bytes.count, (0...bytes.count * 8).contains(bits) else { return false }
    return bytes.indices.allSatisfy { index in
      let mask = UInt8(truncatingIfNeeded: 0xff00 >> min(8, max(0, bits - index * 8)))
      return bytes[index] & mask == network.bytes[index] & mask
    }
  }

  var description: String {
    if bytes.count == 4 { return bytes.map { "\($0)" }.joined(separator: ".") }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    return bytes.withUnsafeBytes { bytes in
      inet_ntop(AF_INET6, bytes.baseAddress, &text, socklen_t(text.count)).map { String(cString: $0) } ?? ""
    }
  }
}
