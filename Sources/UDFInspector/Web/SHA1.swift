/// Computes SHA-1, which the handshake of a WebSocket uses (RFC 6455). It protects nothing.
enum SHA1 {
  static func digest(of message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    var bytes = message + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    bytes += SHA1.bytes(of: UInt64(message.count) * 8)
    for start in stride(from: 0, to: bytes.count, by: 64) { add(bytes[start..<start + 64], to: &state) }
    return state.flatMap { SHA1.bytes(of: $0) }
  }

  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { start in
      block[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for i in 16..<80 { words.append(rotated(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], by: 1)) }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for (i, word) in words.enumerated() {
      let (mixed, constant): (UInt32, UInt32) =
        switch i {
        case ..<20: (b & c | ~b & d, 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      (a, b, c, d, e) = (rotated(a, by: 5) &+ mixed &+ e &+ constant &+ word, a, rotated(b, by: 30), c, d)
    }
    for (i, sum) in [a, b, c, d, e].enumerated() { state[i] &+= sum }
  }

  private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 { word << count | word >> (32 - count) }

  private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian, Array.init)
  }
}
