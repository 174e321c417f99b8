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
      string.utf8.count > room && string.count > room ? false : add(LuaText.quoted(string))
    case .bytes(let bytes): bytes.count > room ? false : add(LuaText.quoted(bytes))
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
    // Of a value that is written whole nobody asks how wide it is.
    if room < .max { room -= piece.columns }
    guard room >= 0 else { return false }
    text += piece
    return true
  }

  /// The shortest digits that read back as the same float, always told apart from an integer: `2.0`, `1e+100`.
  static func text(_ number: Double) -> String {
    if number.isNaN { return "nan" }
    return number.isInfinite ? (number < 0 ? "-inf" : "inf") : number.description
  }
}
