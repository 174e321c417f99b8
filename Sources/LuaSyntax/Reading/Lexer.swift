/// Splits a source into tokens.
struct Lexer {
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// Longer symbols come first, because the lexer uses the first match.
  private static let symbols = [
    "...", "..", "==", "~=", "<=", ">=", "//", "::", "<<", ">>", "+", "-", "*", "/", "%", "^", "#", "&", "~", "|", "<",
    ">",
    "=", "(", ")", "{", "}", "[", "]", ";", ":", ",", ".",
  ].map { ($0, Array($0.utf8)) }

  private let bytes: [UInt8]
  private(set) var offset = 0
  private var line = 1
  private var lineStart = 0

  init(_ source: [UInt8]) {
    bytes = source
    if source.starts(with: Lexer.byteOrderMark) { offset = 3 }
    lineStart = offset
    if peek() == UInt8(ascii: "#"), peek(1) == UInt8(ascii: "!") {
      while let byte = peek(), !byte.isLineBreak { offset += 1 }
    }
  }

  var position: SourcePosition { SourcePosition(line: line, column: offset - lineStart + 1) }

  /// Reads the next token; `end` after the last one.
  mutating func next() throws(LuaSyntaxError) -> Token {
    try skipSpace()
    let start = position
    return Token(kind: try kind(), position: start)
  }

  private mutating func kind() throws(LuaSyntaxError) -> Token.Kind {
    guard let byte = peek() else { return .end }
    if byte.beginsName {
      let text = String(decoding: take(while: \.continuesName), as: UTF8.self)
      return Keyword(rawValue: text).map(Token.Kind.keyword) ?? .name(text)
    }
    if byte.isDigit || byte == UInt8(ascii: "."), peek(1)?.isDigit ?? false || byte.isDigit {
      return try number()
    }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return .string(try quoted(by: byte)) }
    if byte == UInt8(ascii: "["), let level = longLevel() { return .string(try long(level, "string")) }
    guard let (text, symbol) = Lexer.symbols.first(where: { bytes[offset...].starts(with: $0.1) }) else {
      throw error("unexpected symbol")
    }
    offset += symbol.count
    return .symbol(text)
  }

  // MARK: space

  private mutating func skipSpace() throws(LuaSyntaxError) {
    while let byte = peek() {
      if byte.isLineBreak {
        skipBreak()
      } else if byte.isSpace {
        offset += 1
      } else if byte == UInt8(ascii: "-"), peek(1) == byte {
        offset += 2
        if let level = longLevel() {
          _ = try long(level, "comment")
        } else {
          while let byte = peek(), !byte.isLineBreak { offset += 1 }
        }
      } else {
        return
      }
    }
  }

  /// Skips a line break; `\r\n` and `\n\r` count as one.
  private mutating func skipBreak() {
    let first = bytes[offset]
    offset += 1
    if let second = peek(), second.isLineBreak, second != first { offset += 1 }
    line += 1
    lineStart = offset
  }

  // MARK: numbers

  private mutating func number() throws(LuaSyntaxError) -> Token.Kind {
    let start = position
    let isHex = peek() == UInt8(ascii: "0") && (peek(1) ?? 0) | 32 == UInt8(ascii: "x")
    let exponent = UInt8(ascii: isHex ? "p" : "e")
    var text: [UInt8] = take(2, if: isHex)
    while let byte = peek() {
      if byte | 32 == exponent, let sign = peek(1), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        text += take(2, if: true)
      } else if byte.isHexDigit || byte == UInt8(ascii: ".") || byte.beginsName {
        text += take(1, if: true)
      } else {
        break
      }
    }
    guard let value = LuaNumeral.value(of: text) else {
      throw LuaSyntaxError(text: "malformed number", position: start)
    }
    return value
  }

  private mutating func take(_ count: Int, if condition: Bool) -> [UInt8] {
    guard condition else { return [] }
    offset += count
    return Array(bytes[offset - count..<offset])
  }

  // MARK: strings

  private mutating func quoted(by quote: UInt8) throws(LuaSyntaxError) -> [UInt8] {
    let start = position
    offset += 1
    var result: [UInt8] = []
    while let byte = peek(), !byte.isLineBreak {
      offset += 1
      if byte == quote { return result }
      if byte == UInt8(ascii: "\\") { try escape(into: &result) } else { result.append(byte) }
    }
    throw LuaSyntaxError(text: "unfinished string", position: start)
  }

  private mutating func escape(into result: inout [UInt8]) throws(LuaSyntaxError) {
    guard let byte = peek() else { return }
    if byte.isLineBreak {
      skipBreak()
      return result.append(10)
    }
    if byte.isDigit {
      var code = 0
      for _ in 0..<3 where peek()?.isDigit ?? false {
        code = code * 10 + Int(bytes[offset] - 48)
        offset += 1
      }
      guard let byte = UInt8(exactly: code) else { throw error("decimal escape too large") }
      return result.append(byte)
    }
    offset += 1
    switch byte {
    case UInt8(ascii: "a"): result.append(7)
    case UInt8(ascii: "b"): result.append(8)
    case UInt8(ascii: "f"): result.append(12)
    case UInt8(ascii: "n"): result.append(10)
    case UInt8(ascii: "r"): result.append(13)
    case UInt8(ascii: "t"): result.append(9)
    case UInt8(ascii: "v"): result.append(11)
    case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): result.append(byte)
    case UInt8(ascii: "x"):
      var code: UInt8 = 0
      for _ in 0..<2 {
        guard let byte = peek(), byte.isHexDigit else { throw error("hexadecimal digit expected") }
        code = code << 4 | LuaNumeral.digit(byte)
        offset += 1
      }
      result.append(code)
    case UInt8(ascii: "u"): try unicode(into: &result)
    case UInt8(ascii: "z"):
      while let byte = peek(), byte.isSpace { if byte.isLineBreak { skipBreak() } else { offset += 1 } }
    default: throw error("invalid escape sequence")
    }
  }

  /// Reads `\u{XXX}`. Like Lua, it accepts values below 2³¹.
  private mutating func unicode(into result: inout [UInt8]) throws(LuaSyntaxError) {
    guard peek() == UInt8(ascii: "{") else { throw error("missing '{' in \\u{xxxx}") }
    offset += 1
    var code: UInt32 = 0
    var count = 0
    while let byte = peek(), byte.isHexDigit {
      guard code < 1 << 27 else { throw error("UTF-8 value too large") }
      code = code << 4 | UInt32(LuaNumeral.digit(byte))
      offset += 1
      count += 1
    }
    guard count > 0 else { throw error("hexadecimal digit expected") }
    guard peek() == UInt8(ascii: "}") else { throw error("missing '}' in \\u{xxxx}") }
    offset += 1
    if code < 0x80 { return result.append(UInt8(code)) }
    var tail: [UInt8] = []
    var limit: UInt32 = 0x3F
    repeat {
      tail.insert(UInt8(0x80 | code & 0x3F), at: 0)
      code >>= 6
      limit >>= 1
    } while code > limit
    result.append(UInt8(truncatingIfNeeded: ~limit << 1 | code))
    result += tail
  }

  /// The number of `=` signs in the long bracket that opens here; nil if none does.
  private func longLevel() -> Int? {
    guard peek() == UInt8(ascii: "[") else { return nil }
    var level = 0
    while peek(1 + level) == UInt8(ascii: "=") { level += 1 }
    return peek(1 + level) == UInt8(ascii: "[") ? level : nil
  }

  private mutating func long(_ level: Int, _ what: String) throws(LuaSyntaxError) -> [UInt8] {
    let start = position
    let bracket = UInt8(ascii: "]")
    let closing = [bracket] + [UInt8](repeating: UInt8(ascii: "="), count: level) + [bracket]
    offset += closing.count
    if let byte = peek(), byte.isLineBreak { skipBreak() }
    var result: [UInt8] = []
    while let byte = peek() {
      if byte == bracket, bytes[offset...].starts(with: closing) {
        offset += closing.count
        return result
      }
      if byte.isLineBreak {
        skipBreak()
        result.append(10)
      } else {
        offset += 1
        result.append(byte)
      }
    }
    throw LuaSyntaxError(text: "unfinished long \(what)", position: start)
  }

  // MARK: bytes

  private func error(_ text: String) -> LuaSyntaxError { LuaSyntaxError(text: text, position: position) }

  private func peek(_ distance: Int = 0) -> UInt8? {
    offset + distance < bytes.count ? bytes[offset + distance] : nil
  }

  private mutating func take(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = offset
    while let byte = peek(), condition(byte) { offset += 1 }
    return bytes[start..<offset]
  }
}
