import UDFHost

/// Writes plain data as JSON in one pass, keys in the order given and floats always with a point or an exponent.
///
/// Foundation's encoder keeps neither order nor `2.0`, and loading it would take a good part of the start-up time.
struct JSONWriter {
  private(set) var text = ""

  /// Writes a value; throws with its place if JSON cannot hold it.
  mutating func write(_ value: Value, at place: String) throws(JSONRefusal) {
    switch value {
    case .none, .null: text += "null"
    case .boolean(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += String(number)
    case .number(let number):
      guard number.isFinite else {
        throw JSONRefusal(place: place, reason: "\(ValueLine.text(number)) is no JSON number")
      }
      text += number.description
    case .string(let string), .opaque(let string): write(string)
    case .bytes: throw JSONRefusal(place: place, reason: "the string is not valid UTF-8")
    case .list(let items):
      text += "["
      for (position, item) in items.enumerated() {
        if position > 0 { text += "," }
        try write(item, at: "\(place)[\(position + 1)]")
      }
      text += "]"
    case .map(let record):
      text += "{"
      for (position, entry) in record.enumerated() {
        if position > 0 { text += "," }
        write(entry.key)
        text += ":"
        try write(entry.value, at: "\(place).\(entry.key)")
      }
      text += "}"
    }
  }

  mutating func write(_ string: String) {
    text += "\""
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
    text += "\""
  }

  mutating func write(raw piece: String) { text += piece }
}
