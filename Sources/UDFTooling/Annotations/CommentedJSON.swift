/// JSON with the extensions that editors accept: comments, and a comma after the last item.
struct CommentedJSON {
  /// The text without both. Spaces replace them, so that positions stay the same.
  private(set) var plain: [UInt8]
  private(set) var hasComments = false

  init(_ bytes: [UInt8]) {
    plain = bytes
    var position = 0
    // The last comma that no value has followed yet.
    var lastComma: Int?
    while position < bytes.count {
      let rest = bytes[position...]
      if rest.starts(with: "//".utf8) {
        let end = rest.firstIndex { $0 == UInt8(ascii: "\n") } ?? bytes.count
        blank(&position, to: end)
      } else if rest.starts(with: "/*".utf8) {
        let end = (position + 2..<bytes.count).first { bytes[$0...].starts(with: "*/".utf8) }
        blank(&position, to: end.map { $0 + 2 } ?? bytes.count)
      } else {
        switch bytes[position] {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): break
        case UInt8(ascii: ","): lastComma = position
        case UInt8(ascii: "\""):
          position = CommentedJSON.lastByte(ofStringAt: position, in: bytes)
          lastComma = nil
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
          if let lastComma { plain[lastComma] = UInt8(ascii: " ") }
          lastComma = nil
        default: lastComma = nil
        }
        position += 1
      }
    }
  }

  /// Returns the position of the closing quote; for an unclosed string, of the last byte.
  private static func lastByte(ofStringAt start: Int, in bytes: [UInt8]) -> Int {
    var position = start + 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(position, bytes.count - 1)
  }

  /// Replaces bytes by spaces but keeps line breaks, so that error positions stay correct.
  private mutating func blank(_ position: inout Int, to end: Int) {
    for index in position..<end where plain[index] != UInt8(ascii: "\n") { plain[index] = UInt8(ascii: " ") }
    hasComments = true
    position = end
  }
}
