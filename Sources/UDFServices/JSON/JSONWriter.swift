import LuaRuntime

/// Writes plain data as JSON in one pass, keys in the order given and floats always with a point or an exponent.
///
/// Foundation's encoder keeps neither order nor `2.0`, and loading it would take a good part of the start-up time.
package struct JSONWriter {
  package private(set) var text = ""
  private let isPretty: Bool
  private let isExact: Bool
  private var depth = 0

  /// - Parameters:
  ///   - isPretty: each item on a line of its own, indented by two spaces a level.
  ///   - isExact: all plain data can be written and is the same when it is read again so: `{"$bytes":"ff00"}` is a string that
  ///     is no UTF-8, `{"$number":"nan"}` (or `-nan`, `inf`, `-inf`) a float, and a key that begins with $ has one more.
  package init(isPretty: Bool = false, isExact: Bool = false) {
    self.isPretty = isPretty
    self.isExact = isExact
  }

  /// Writes a value; throws with its place if JSON cannot hold it.
  package mutating func write(_ value: Value, at place: String) throws(JSONRefusal) {
    switch value {
    case .none, .null: text += "null"
    case .boolean(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += String(number)
    case .number(let number) where isExact && !number.isFinite:
      // Lua shows two NaNs, and which of them 0/0 is the processor says.
      text += "{\"$number\":\"" + (number.sign == .minus ? "-" : "") + (number.isNaN ? "nan" : "inf") + "\"}"
    case .number(let number):
      guard number.isFinite else { throw JSONRefusal(place: place, reason: "\(number) is no JSON number") }
      text += number.description
    case .string(let string), .opaque(let string): write(string)
    case .bytes(let bytes) where isExact:
      let digits = bytes.map { String(256 + Int($0), radix: 16).dropFirst() }.joined()
      text += "{\"$bytes\":\"\(digits)\"}"
    case .bytes: throw JSONRefusal(place: place, reason: "the string is not valid UTF-8")
    case .list(let items):
      text += "["
      depth += 1
      for (position, item) in items.enumerated() {
        separate(position)
        try write(item, at: "\(place)[\(position + 1)]")
      }
      end("]", isEmpty: items.isEmpty)
    case .map(let record):
      text += "{"
      depth += 1
      for (position, entry) in record.enumerated() {
        separate(position)
        write(isExact && entry.key.utf8.first == UInt8(ascii: "$") ? "$\(entry.key)" : entry.key)
        text += isPretty ? ": " : ":"
        try write(entry.value, at: "\(place).\(entry.key)")
      }
      end("}", isEmpty: record.isEmpty)
    }
  }

  package mutating func write(_ string: String) {
    text += "\""
    defer { text += "\"" }
    // Most have nothing to escape.
    if string.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      text += string
      return
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<"\u{20}":
        text += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  package mutating func write(raw piece: String) { text += piece }

  private mutating func separate(_ position: Int) {
    if position > 0 { text += "," }
    breakLine()
  }

  private mutating func end(_ bracket: String, isEmpty: Bool) {
    depth -= 1
    if !isEmpty { breakLine() }
    text += bracket
  }

  private mutating func breakLine() {
    if isPretty { text += "\n" + String(repeating: "  ", count: depth) }
  }
}
