/// Goes through JSON and makes nothing of it, so that rows keep the bytes they came in.
///
/// Foundation's reader passes over `[1,]`, `01`, `"\q"` and half characters in what it is not asked for. A row with one of
/// them would lie in a cache for good, and neither SQLite nor a script could read it.
struct JSONScanner {
  /// As deep as a host reads.
  static let depthLimit = 180
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  let bytes: [UInt8]
  /// The index of the next byte.
  private(set) var position: Int
  private let end: Int
  private var depth = 0

  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// The next byte that is no white space; it is not taken.
  mutating func next() -> UInt8? {
    while let byte = peek() {
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return nil
  }

  mutating func take(_ character: Unicode.Scalar) throws(JSONFault) {
    guard next() == UInt8(ascii: character) else { throw expected("\"\(character)\"") }
    position += 1
  }

  /// Nothing but white space may follow.
  mutating func finish() throws(JSONFault) {
    guard next() == nil else { throw expected("nothing more") }
  }

  /// Any value.
  mutating func value() throws(JSONFault) {
    switch next() {
    case UInt8(ascii: "{"): try members { scanner, _ throws(JSONFault) in try scanner.value() }
    case UInt8(ascii: "["): try items()
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "-"), .some(Self.digits): _ = try number()
    case UInt8(ascii: "t") where takes("true"): break
    case UInt8(ascii: "f") where takes("false"): break
    case UInt8(ascii: "n") where takes("null"): break
    default: throw expected("a value")
    }
  }

  /// An object, of which each value is left to a function; the range of a name has its quotes in it.
  mutating func members(
    _ value: (inout JSONScanner, _ name: Range<Int>) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try enter("{")
    if next() == UInt8(ascii: "}") { return leave() }
    while true {
      guard next() == UInt8(ascii: "\"") else { throw expected("a name in double quotes") }
      let name = try string()
      try take(":")
      try value(&self, name)
      switch next() {
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "}"): return leave()
      default: throw expected("\",\" or \"}\" after a value")
      }
    }
  }

  private mutating func items() throws(JSONFault) {
    try enter("[")
    if next() == UInt8(ascii: "]") { return leave() }
    while true {
      try value()
      switch next() {
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "]"): return leave()
      default: throw expected("\",\" or \"]\" after an item")
      }
    }
  }

  private mutating func enter(_ bracket: Unicode.Scalar) throws(JSONFault) {
    guard depth < Self.depthLimit else { throw fault("nested deeper than \(Self.depthLimit) levels") }
    try take(bracket)
    depth += 1
  }

  private mutating func leave() {
    depth -= 1
    position += 1
  }

  // MARK: numbers

  /// A number, and whether it is an integer.
  mutating func number() throws(JSONFault) -> (range: Range<Int>, isInteger: Bool) {
    let start = position
    if peek() == UInt8(ascii: "-") { position += 1 }
    let first = position
    guard skipDigits() > 0 else { throw expected("a digit") }
    guard position == first + 1 || bytes[first] != UInt8(ascii: "0") else {
      throw JSONFault(position: first, reason: "a number must not begin with 0")
    }
    var isInteger = true
    if peek() == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      guard skipDigits() > 0 else { throw expected("a digit after the point") }
    }
    if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
      isInteger = false
      position += 1
      if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { position += 1 }
      guard skipDigits() > 0 else { throw expected("a digit in the exponent") }
    }
    let range = start..<position
    // What is short and has no exponent cannot be too large, and few have to be looked at.
    guard isInteger && range.count < 300 || (Double(text(range)) ?? .infinity).isFinite else {
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

  /// A string, its quotes included.
  mutating func string() throws(JSONFault) -> Range<Int> {
    let start = position
    var isASCII = true
    position += 1
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        // Half a character can only stand between quotes: elsewhere nothing but ASCII is expected.
        guard isASCII || String(validating: bytes[start..<position], as: UTF8.self) != nil else {
          throw JSONFault(position: start, reason: "the string is not valid UTF-8")
        }
        return start..<position
      case UInt8(ascii: "\\"): try skipEscape()
      case 0..<0x20: throw fault("a control character in a string must be escaped")
      default:
        isASCII = isASCII && byte < 0x80
        position += 1
      }
    }
    throw JSONFault(position: start, reason: "this string has no end")
  }

  private mutating func skipEscape() throws(JSONFault) {
    let start = position
    position += 2
    guard position <= end else { throw JSONFault(position: start, reason: "unknown escape in a string") }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      break
    case UInt8(ascii: "u"):
      var units = [hexadecimal()]
      if let first = units[0], UTF16.isLeadSurrogate(first), takes("\\u") { units.append(hexadecimal()) }
      guard !units.contains(nil), String(validating: units.compactMap { $0 }, as: UTF16.self) != nil else {
        throw JSONFault(
          position: start, reason: "a \\u escape must be four hexadecimal digits and a whole character")
      }
    default: throw JSONFault(position: start, reason: "unknown escape in a string")
    }
  }

  /// Four hexadecimal digits, nil if they are not there.
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

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func peek() -> UInt8? { position < end ? bytes[position] : nil }

  private mutating func takes(_ word: String) -> Bool {
    guard bytes[position..<end].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  // MARK: faults

  func expected(_ what: String) -> JSONFault {
    // One character, of which the first byte tells how long it is.
    let rest = String(decoding: bytes[position..<end].prefix(4), as: UTF8.self).unicodeScalars
    return fault("expected \(what), got \(rest.first.map { String($0).debugDescription } ?? "the end")")
  }

  private func fault(_ reason: String) -> JSONFault { JSONFault(position: position, reason: reason) }
}
