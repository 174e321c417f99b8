import UDFHost

/// Writes a value on one line and gives up as soon as it does not fit, so that asking costs no more than the answer.
struct ValueLine {
  private(set) var text = ""
  private var room: Int

  init(room: Int) { self.room = room }

  /// The whole value on one line, nil if it needs more than `columns`.
  static func fitting(_ value: Value, columns: Int) -> String? {
    var writer = ValueLine(room: columns)
    return writer.write(value) ? writer.text : nil
  }

  /// False as soon as the line is too long.
  mutating func write(_ value: Value) -> Bool {
    switch value {
    case .none: add("nil")
    case .null: add("udf.null")
    case .boolean(let flag): add(flag ? "true" : "false")
    case .integer(let number): add(String(number))
    case .number(let number): add(Self.text(number))
    case .string(let string):
      string.utf8.count > room && string.count > room ? false : add(Self.quoted(string))
    case .bytes(let bytes): bytes.count > room ? false : add(Self.quoted(bytes))
    case .opaque(let description): add(description)
    case .list, .map: writeItems(of: value)
    }
  }

  private mutating func writeItems(of value: Value) -> Bool {
    guard let items = ValueItems(of: value) else { return add("{}") }
    guard add("{") else { return false }
    for position in 0..<items.count {
      let (label, item) = items[position]
      guard add(position == 0 ? label : ", " + label), write(item) else { return false }
    }
    return add("}")
  }

  private mutating func add(_ piece: String) -> Bool {
    room -= piece.count
    guard room >= 0 else { return false }
    text += piece
    return true
  }

  /// The shortest digits that read back as the same float, always told apart from an integer: `2.0`, `1e+100`.
  static func text(_ number: Double) -> String {
    if number.isNaN { return "nan" }
    return number.isInfinite ? (number < 0 ? "-inf" : "inf") : number.description
  }

  /// A string in double quotes with Lua's escapes.
  static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars { text += escaped(scalar) }
    return text + "\""
  }

  /// Bytes that are not UTF-8, with `\xFF` for each that is not ASCII.
  static func quoted(_ bytes: [UInt8]) -> String {
    var text = "\""
    for byte in bytes {
      text += byte < 0x80 ? escaped(Unicode.Scalar(byte)) : "\\x" + hexadecimal(byte)
    }
    return text + "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\u{0}"..<"\u{20}", "\u{7F}": "\\x" + hexadecimal(UInt8(scalar.value))
    // Control characters above ASCII would reach the terminal as commands.
    case "\u{80}"..<"\u{A0}": "\\u{" + String(scalar.value, radix: 16) + "}"
    default: String(scalar)
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}
