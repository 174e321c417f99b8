import LuaRuntime

/// Reads a map whose values are looked at later, each at its place.
extension JSONReader {
  /// The entries of the one map that a text is, with the places of their values, which are not looked at.
  package static func entries(of bytes: [UInt8]) throws(JSONProblem) -> [(key: String, value: Range<Int>)] {
    var reader = JSONReader(bytes)
    guard reader.next() == UInt8(ascii: "{") else { throw reader.expected("a map") }
    var entries: [(key: String, value: Range<Int>)] = []
    try reader.entries { (reader: inout JSONReader, key: String) throws(JSONProblem) in
      entries.append((key, try reader.skip()))
    }
    guard reader.next() == nil else { throw reader.expected("the end after the value") }
    return entries
  }

  /// The value at a place that ``entries(of:)`` has given, written exactly.
  package static func value(of bytes: [UInt8], at place: Range<Int>) throws(JSONProblem) -> Value {
    var reader = JSONReader(bytes, isExact: true, position: place.lowerBound)
    let value = try reader.value()
    guard reader.position == place.upperBound else { throw reader.expected("the end after the value") }
    return value
  }

  /// Steps over a value, which may be none if its brackets and quotes are in order.
  private mutating func skip() throws(JSONProblem) -> Range<Int> {
    guard next() != nil else { throw expected("a value") }
    let start = position
    var open = 0
    repeat {
      switch next() {
      case UInt8(ascii: "\""): try skipString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open += 1
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        open -= 1
        position += 1
      case nil: throw expected("a value")
      default:
        position += 1
        while open == 0, let byte = peek(), !JSONReader.ends(byte) { position += 1 }
      }
    } while open > 0
    return start..<position
  }

  /// Whether a number or a word ends before a byte.
  private static func ends(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): true
    default: false
    }
  }

  private mutating func skipString() throws(JSONProblem) {
    let quote = position
    position += 1
    while let byte = peek() {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return }
    }
    position = quote
    throw problem("this string has no end")
  }
}
