/// Validates JSON (RFC 8259) in UTF-8 without building values. All code of this package that reads JSON uses it.
///
/// Foundation's reader accepts `[1,]`, `01`, `"\q"` and invalid UTF-8 in parts that it does not decode. A row with one of them
/// would stay in a cache, and neither SQLite nor a script could read it.
///
///     var scanner = JSONScanner(bytes, in: bytes.indices)
///     try scanner.value()
///     try scanner.finish()
package struct JSONScanner {
  /// The default limit for nesting. It is less than the 200 levels of plain data, so that a value fits into other values.
  package static let depthLimit = 180
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  package let bytes: [UInt8]
  /// The index of the next byte.
  package private(set) var position: Int
  private let end: Int
  private let depthLimit: Int
  private let words: JSONWords
  private var depth = 0

  package init(
    _ bytes: [UInt8], in range: Range<Int>, depthLimit: Int = JSONScanner.depthLimit, words: JSONWords = .row
  ) {
    self.bytes = bytes
    self.depthLimit = depthLimit
    self.words = words
    position = range.lowerBound
    end = range.upperBound
  }

  /// Skips white space and returns the next byte, without skipping that byte.
  package mutating func next() -> UInt8? {
    while let byte = peek() {
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return nil
  }

  /// Skips white space and one character. Throws if the character is a different one.
  package mutating func take(_ character: Unicode.Scalar) throws(JSONFault) {
    guard next() == UInt8(ascii: character) else { throw expected("\"\(character)\"") }
    position += 1
  }

  /// Throws if anything but white space follows.
  package mutating func finish() throws(JSONFault) {
    guard next() == nil else { throw expected(words.nothing) }
  }

  /// Skips any value.
  package mutating func value() throws(JSONFault) {
    switch next() {
    case UInt8(ascii: "{"): try members { scanner, _ throws(JSONFault) in try scanner.value() }
    case UInt8(ascii: "["): try items { scanner throws(JSONFault) in try scanner.value() }
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "-"), .some(Self.digits): _ = try number()
    case UInt8(ascii: "t") where takes("true"): break
    case UInt8(ascii: "f") where takes("false"): break
    case UInt8(ascii: "n") where takes("null"): break
    default: throw expected("a value")
    }
  }

  /// Skips an object. The closure must skip each value. The range of a name includes its quotes.
  package mutating func members(
    _ value: (inout JSONScanner, _ name: Range<Int>) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try enter("{")
    if next() == UInt8(ascii: "}") { return leave() }
    while true {
      guard next() == UInt8(ascii: "\"") else { throw expected(words.name) }
      let name = try string()
      guard next() == UInt8(ascii: ":") else { throw expected(words.colon) }
      position += 1
      try value(&self, name)
      switch next() {
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "}"): return leave()
      default: throw expected("\",\" or \"}\" after a value")
      }
    }
  }

  /// Skips a list. The closure must skip each item.
  package mutating func items(_ item: (inout JSONScanner) throws(JSONFault) -> Void) throws(JSONFault) {
    try enter("[")
    if next() == UInt8(ascii: "]") { return leave() }
    while true {
      try item(&self)
      switch next() {
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "]"): return leave()
      default: throw expected("\",\" or \"]\" after an item")
      }
    }
  }

  private mutating func enter(_ bracket: Unicode.Scalar) throws(JSONFault) {
    guard depth < depthLimit else { throw fault("nested deeper than \(depthLimit) levels") }
    try take(bracket)
    depth += 1
  }

  private mutating func leave() {
    depth -= 1
    position += 1
  }

  // MARK: numbers

  /// Skips a number. Returns its range and whether it is an integer.
  package mutating func number() throws(JSONFault) -> (range: Range<Int>, isInteger: Bool) {
    let start = position
    if peek() == UInt8(ascii: "-") { position += 1 }
    let first = position
    guard skipDigits() > 0 else { throw expected("a digit") }
    guard position == first + 1 || bytes[first] != UInt8(ascii: "0") else {
      throw JSONFault(position: first, reason: "a number must not begin with 0")
    }
    var (isInteger, hasExponent) = (true, false)
    if peek() == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      guard skipDigits() > 0 else { throw expected("a digit after the point") }
    }
    if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
      (isInteger, hasExponent) = (false, true)
      position += 1
      if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { position += 1 }
      guard skipDigits() > 0 else { throw expected("a digit in the exponent") }
    }
    let range = start..<position
    // A short number without an exponent cannot be too large, so few numbers need this conversion.
    guard !hasExponent && range.count < 300 || (Double(text(range)) ?? .infinity).isFinite else {
      throw JSONFault(position: start, reason: "\(text(range).prefix(40)) is too large for a number")
    }
    return (range, isInteger)
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while let byte = peek(), Self.digits.contains(byte) { position += 1 }
    return position - start
  }

  // MARK: strings

  /// Skips a string. The range includes its quotes.
  package mutating func string() throws(JSONFault) -> Range<Int> {
    let start = position
    var isASCII = true
    position += 1
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        // Invalid UTF-8 can occur only in strings, because the rest of the grammar is ASCII.
        guard isASCII || String(validating: bytes[start..<position], as: UTF8.self) != nil else {
          throw JSONFault(position: start + 1, reason: "the string is not valid UTF-8")
        }
        return start..<position
      case UInt8(ascii: "\\"): _ = try escape()
      case 0..<0x20: throw fault("a control character in a string must be escaped")
      default:
        isASCII = isASCII && byte < 0x80
        position += 1
      }
    }
    throw JSONFault(position: start, reason: "this string has no end")
  }

  /// Decodes a string whose range ``string()`` has returned.
  package func unescaped(_ string: Range<Int>) -> String {
    let inner = bytes[string].dropFirst().dropLast()
    guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
    var scanner = JSONScanner(bytes, in: inner.startIndex..<inner.endIndex)
    var text: [UInt8] = []
    while let byte = scanner.peek() {
      if byte == UInt8(ascii: "\\"), let character = try? scanner.escape() {
        text += character.utf8
      } else {
        text.append(byte)
        scanner.position += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Skips an escape sequence and returns its character.
  private mutating func escape() throws(JSONFault) -> Unicode.Scalar {
    let start = position
    position += 2
    guard position <= end else { throw JSONFault(position: start, reason: "unknown escape in a string") }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(bytes[start + 1])
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      if let unit = hexadecimal() {
        if let scalar = Unicode.Scalar(unit) { return scalar }
        if UTF16.isLeadSurrogate(unit), takes("\\u"), let low = hexadecimal(), UTF16.isTrailSurrogate(low),
          let scalar = Unicode.Scalar(0x10000 + UInt32(unit & 0x3FF) << 10 + UInt32(low & 0x3FF))
        {
          return scalar
        }
      }
      throw JSONFault(position: start, reason: "a \\u escape must be four hexadecimal digits and a whole character")
    default: throw JSONFault(position: start, reason: "unknown escape in a string")
    }
  }

  /// Reads four hexadecimal digits; nil if other characters follow.
  private mutating func hexadecimal() -> UInt16? {
    guard position + 4 <= end else { return nil }
    defer { position += 4 }
    var unit: UInt16 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  // MARK: bytes

  package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func peek() -> UInt8? { position < end ? bytes[position] : nil }

  private mutating func takes(_ word: String) -> Bool {
    guard bytes[position..<end].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  // MARK: faults

  package func expected(_ what: String) -> JSONFault {
    // A character has at most four bytes.
    let rest = String(decoding: bytes[position..<end].prefix(4), as: UTF8.self).unicodeScalars
    return fault("expected \(what), got \(rest.first.map { String($0).debugDescription } ?? words.end)")
  }

  private func fault(_ reason: String) -> JSONFault { JSONFault(position: position, reason: reason) }
}
