import LuaSyntax
import UDFHost

/// Splits the text before the cursor into tokens. It never fails, because the text is usually incomplete.
struct LuaTokens {
  private(set) var tokens: [LuaToken] = []
  /// Whether white space follows the last token.
  private(set) var endsInSpace = false

  private let bytes: [UInt8]
  private var position = 0

  init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
    while position < bytes.count { readToken() }
  }

  private mutating func readToken() {
    let byte = bytes[position]
    if isSpace(byte) {
      endsInSpace = true
      position += 1
      return
    }
    endsInSpace = false
    if byte.beginsName {
      tokens.append(.name(take(while: \.continuesName)))
    } else if isDigit(byte) {
      tokens.append(.number(take { $0.continuesName || $0 == UInt8(ascii: ".") }))
    } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      readString(quote: byte)
    } else if byte == UInt8(ascii: "-"), peek(1) == byte {
      readComment()
    } else if byte == UInt8(ascii: "["), let level = longBracketLevel() {
      readLongString(level: level)
    } else if byte == UInt8(ascii: "."), peek(1) == byte {
      _ = take { $0 == UInt8(ascii: ".") }
      tokens.append(.dots)
    } else {
      tokens.append(.symbol(Character(Unicode.Scalar(byte))))
      position += 1
    }
  }

  private mutating func readString(quote: UInt8) {
    position += 1
    let start = position
    while position < bytes.count, bytes[position] != quote {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    let isClosed = position < bytes.count
    let end = min(position, bytes.count)
    tokens.append(.string(String(decoding: bytes[start..<end], as: UTF8.self), isClosed: isClosed))
    position = end + 1
  }

  private mutating func readComment() {
    position += 2
    if let level = longBracketLevel() {
      if !skipLongBracket(level: level) { tokens.append(.openComment) }
      return
    }
    _ = take { $0 != UInt8(ascii: "\n") }
    if position == bytes.count { tokens.append(.openComment) }
  }

  private mutating func readLongString(level: Int) {
    let isClosed = skipLongBracket(level: level)
    // Completion does nothing in a long string, so its contents are not needed.
    tokens.append(isClosed ? .string("", isClosed: true) : .openComment)
  }

  /// The number of `=` signs of a long bracket that starts here; nil if there is none.
  private func longBracketLevel() -> Int? {
    guard peek(0) == UInt8(ascii: "[") else { return nil }
    var level = 0
    while peek(1 + level) == UInt8(ascii: "=") { level += 1 }
    return peek(1 + level) == UInt8(ascii: "[") ? level : nil
  }

  private mutating func skipLongBracket(level: Int) -> Bool {
    let bracket = UInt8(ascii: "]")
    let end = [bracket] + [UInt8](repeating: UInt8(ascii: "="), count: level) + [bracket]
    position += end.count
    while position + end.count <= bytes.count {
      if bytes[position..<position + end.count].elementsEqual(end) {
        position += end.count
        return true
      }
      position += 1
    }
    position = bytes.count
    return false
  }

  private mutating func take(while condition: (UInt8) -> Bool) -> String {
    let start = position
    while position < bytes.count, condition(bytes[position]) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private func peek(_ distance: Int) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
