/// Searches for a word in ASCII text, eight bytes at a time.
struct ASCIIPattern: Sendable, Hashable {
  private let bytes: ContiguousArray<UInt8>
  /// For each byte that is a letter, the bit that distinguishes its two cases.
  private let cases: ContiguousArray<UInt8>

  /// Whether the word is ASCII. Other words never occur in ASCII text.
  let isASCII: Bool

  /// - Parameter word: the word in lower case.
  init(_ word: String) {
    bytes = ContiguousArray(word.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
    cases = ContiguousArray(bytes.map { (0x61...0x7A).contains($0) ? 0x20 : 0 })
  }

  // Without an early exit, so that the compiler uses vectors.
  static func isASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool { text.reduce(0, |) < 0x80 }

  func occurs(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first, let last = bytes.last, let firstCase = cases.first, let lastCase = cases.last else {
      return true
    }
    let span = bytes.count - 1
    var offset = 0
    // Tests eight positions at once, and examines only those at which the first and the last byte match.
    while offset + span + 8 <= text.count {
      let starts = (Self.load(text, offset) | Self.each(firstCase)) ^ Self.each(first)
      let ends = (Self.load(text, offset + span) | Self.each(lastCase)) ^ Self.each(last)
      var candidates = Self.zeros(starts | ends)
      while candidates != 0 {
        if stands(in: text, at: offset + candidates.trailingZeroBitCount / 8) { return true }
        candidates &= candidates - 1
      }
      offset += 8
    }
    while offset + span < text.count {
      if stands(in: text, at: offset) { return true }
      offset += 1
    }
    return false
  }

  private func stands(in text: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    bytes.indices.allSatisfy { text[offset + $0] | cases[$0] == bytes[$0] }
  }

  private static func load(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  /// Sets the high bit of each zero byte. All bytes must be below 0x80.
  private static func zeros(_ bytes: UInt64) -> UInt64 {
    ~(bytes &+ 0x7F7F_7F7F_7F7F_7F7F) & 0x8080_8080_8080_8080
  }
}
