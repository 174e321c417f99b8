import LuaRuntime

/// Reads JSON as plain data: integers and floats stay apart, `[]` is a list and `{}` a map, null stays null.
///
/// Foundation's reader has one kind of number, takes wrong input for right, and loading it would take a good part of the
/// start-up time.
package struct JSONReader {
  /// Less than the 200 levels of plain data, so that there is room for what the value is handed on in.
  static let depthLimit = 180
  /// All plain data, with what a session or a saved state has around it.
  private static let exactDepthLimit = 220

  let bytes: [UInt8]
  private let isExact: Bool
  var position: Int
  private var depth = 0

  init(_ bytes: [UInt8], isExact: Bool = false, position: Int = 0) {
    self.bytes = bytes
    self.isExact = isExact
    self.position = position
  }

  /// The one value that a text in UTF-8 is; `isExact` as ``JSONWriter`` has written it.
  package static func value(of bytes: [UInt8], isExact: Bool = false) throws(JSONProblem) -> Value {
    var reader = JSONReader(ByteOrderMark.removed(from: bytes), isExact: isExact)
    let value = try reader.value()
    guard reader.next() == nil else { throw reader.expected("the end after the value") }
    return value
  }

  mutating func value() throws(JSONProblem) -> Value {
    switch next() {
    case UInt8(ascii: "{"): return try map()
    case UInt8(ascii: "["): return .list(try list())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number()
    case UInt8(ascii: "t") where take("true"): return true
    case UInt8(ascii: "f") where take("false"): return false
    case UInt8(ascii: "n") where take("null"): return .null
    default: throw expected("a value")
    }
  }

  // MARK: containers

  private mutating func list() throws(JSONProblem) -> [Value] {
    try enter()
    var items: [Value] = []
    if next() == UInt8(ascii: "]") { return leave(with: items) }
    while true {
      items.append(try value())
      switch next() {
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "]"): return leave(with: items)
      default: throw expected("\",\" or \"]\" after an item")
      }
    }
  }

  private mutating func map() throws(JSONProblem) -> Value {
    let start = position
    var entries: [(String, Value)] = []
    try self.entries { (reader: inout JSONReader, key: String) throws(JSONProblem) in
      entries.append((key, try reader.value()))
    }
    let dollar = UInt8(ascii: "$")
    let record = Record(entries)
    guard isExact else { return .map(record) }
    // Who writes a key twice by hand means both, and only one of them would be there.
    var seen: Set<[UInt8]> = []
    if record.count < entries.count, let twice = entries.first(where: { !seen.insert(Array($0.0.utf8)).inserted }) {
      position = start
      throw problem("the key \"\(twice.0)\" stands here twice")
    }
    guard record.contains(where: { $0.key.utf8.first == dollar }) else { return .map(record) }
    if entries.count == 1, let value = try marked(entries[0].0, entries[0].1, at: start) { return value }
    guard entries.allSatisfy({ $0.0.utf8.first != dollar || $0.0.utf8.starts(with: "$$".utf8) }) else {
      position = start
      throw problem("a key that begins with $ is written with $$")
    }
    return .map(Record(entries.map { ($0.0.utf8.first == dollar ? String($0.0.dropFirst()) : $0.0, $0.1) }))
  }

  /// What plain JSON cannot hold, nil if the key is no mark of it.
  private mutating func marked(_ key: String, _ value: Value, at start: Int) throws(JSONProblem) -> Value? {
    switch key {
    case "$number":
      let words: [String: Double] = ["nan": .nan, "-nan": -.nan, "inf": .infinity, "-inf": -.infinity]
      if let number = words[value.text ?? ""] { return .number(number) }
      position = start
      throw problem("$number must be \"nan\", \"-nan\", \"inf\" or \"-inf\", got \(value.shown)")
    case "$bytes":
      let text = value.text
      let digits = Array((text ?? "").utf8).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard digits.count == text?.utf8.count, digits.count.isMultiple(of: 2) else {
        position = start
        throw problem("$bytes must be hexadecimal digits, two a byte, got \(value.shown)")
      }
      let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(16 * digits[$0] + digits[$0 + 1]) }
      // Of two ways to write a string only one counts.
      return bytes.withUnsafeBytes { String(utf8: $0) }.map(Value.string) ?? .bytes(bytes)
    default: return nil
    }
  }

  /// Goes through a map; `body` steps over each value.
  mutating func entries(
    _ body: (inout JSONReader, String) throws(JSONProblem) -> Void
  ) throws(JSONProblem) {
    try enter()
    if next() == UInt8(ascii: "}") { return leave(with: ()) }
    while true {
      guard next() == UInt8(ascii: "\"") else { throw expected("a key in double quotes") }
      let key = try string()
      guard next() == UInt8(ascii: ":") else { throw expected("\":\" after a key") }
      position += 1
      try body(&self, key)
      switch next() {
      case UInt8(ascii: ","): position += 1
      case UInt8(ascii: "}"): return leave(with: ())
      default: throw expected("\",\" or \"}\" after a value")
      }
    }
  }

  private mutating func enter() throws(JSONProblem) {
    let limit = isExact ? Self.exactDepthLimit : Self.depthLimit
    guard depth < limit else { throw problem("nested deeper than \(limit) levels") }
    depth += 1
    position += 1
  }

  private mutating func leave<Container>(with container: Container) -> Container {
    depth -= 1
    position += 1
    return container
  }

  // MARK: numbers

  private mutating func number() throws(JSONProblem) -> Value {
    let start = position
    if peek() == UInt8(ascii: "-") { position += 1 }
    let first = peek()
    let digits = skipDigits()
    guard digits > 0 else { throw expected("a digit") }
    guard digits == 1 || first != UInt8(ascii: "0") else {
      position -= digits
      throw problem("a number must not begin with 0")
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
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else {
      position = start
      throw problem("\(text.prefix(40)) is too large for a number")
    }
    return .number(number)
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while let byte = peek(), byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    return position - start
  }

  // MARK: strings

  private mutating func string() throws(JSONProblem) -> String {
    let quote = position
    position += 1
    var unescaped: [UInt8] = []
    var start = position
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        let text = try text(unescaped, from: start)
        position += 1
        return text
      case UInt8(ascii: "\\"):
        unescaped += bytes[start..<position]
        unescaped += try escaped().utf8
        start = position
      case 0..<0x20: throw problem("a control character in a string must be escaped")
      default: position += 1
      }
    }
    position = quote
    throw problem("this string has no end")
  }

  /// What was unescaped and what follows it up to here.
  private mutating func text(_ unescaped: [UInt8], from start: Int) throws(JSONProblem) -> String {
    let rest = bytes[start..<position]
    let text = (unescaped.isEmpty ? rest : unescaped + rest).withUnsafeBytes { String(utf8: $0) }
    guard let text else {
      position = start
      throw problem("the string is not valid UTF-8")
    }
    return text
  }

  /// The character that stands after a backslash.
  private mutating func escaped() throws(JSONProblem) -> String {
    let start = position
    position += 1
    let letter = peek()
    position += 1
    switch letter {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      var units = [hexadecimal()]
      if let first = units[0], UTF16.isLeadSurrogate(first), take("\\u") { units.append(hexadecimal()) }
      // Half a character is none.
      if let text = String(validating: units.compactMap { $0 }, as: UTF16.self), !units.contains(nil) { return text }
      position = start
      throw problem("a \\u escape must be four hexadecimal digits and a whole character")
    default:
      position = start
      throw problem("unknown escape in a string")
    }
  }

  /// Four hexadecimal digits, nil if they are not there.
  private mutating func hexadecimal() -> UInt16? {
    guard position + 4 <= bytes.count else { return nil }
    defer { position += 4 }
    // The initializer takes a sign.
    guard bytes[position] != UInt8(ascii: "+"), bytes[position] != UInt8(ascii: "-") else { return nil }
    return UInt16(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
  }

  // MARK: bytes

  func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The byte after the white space.
  mutating func next() -> UInt8? {
    while let byte = peek() {
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return nil
  }

  private mutating func take(_ word: String) -> Bool {
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  // MARK: errors

  func expected(_ what: String) -> JSONProblem {
    // One character, of which the first byte tells how long it is.
    let rest = String(decoding: bytes[position...].prefix(4), as: UTF8.self).unicodeScalars
    return problem("expected \(what), got \(rest.first.map { String($0).debugDescription } ?? "the end of the text")")
  }

  func problem(_ reason: String) -> JSONProblem {
    let before = bytes[..<min(position, bytes.count)]
    let lines = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let column = String(decoding: lines.last ?? [], as: UTF8.self).unicodeScalars.count + 1
    return JSONProblem(line: lines.count, column: column, reason: reason)
  }
}
