import LuaRuntime
import UDFHost

/// Formats a value on one line. It stops as soon as the line is too long, so that the test is cheap even for large
/// values.
struct ValueLine {
  private(set) var text = ""
  private var room: Int

  init(room: Int) { self.room = room }

  /// Returns the whole value on one line; nil if it needs more than `columns`.
  static func fitting(_ value: Value, columns: Int) -> String? {
    var writer = ValueLine(room: columns)
    return writer.write(value) ? writer.text : nil
  }

  static func fitting(_ items: ValueItems, columns: Int) -> String? {
    var writer = ValueLine(room: columns)
    return writer.write(items) ? writer.text : nil
  }

  /// Returns false as soon as the line is too long.
  mutating func write(_ value: Value) -> Bool {
    switch value {
    case .none: add("nil")
    case .null: add("udf.null")
    case .boolean(let flag): add(flag ? "true" : "false")
    case .integer(let number): add(String(number))
    case .number(let number): add(Self.text(number))
    case .string(let string):
      string.utf8.count > room && string.count > room ? false : add(LuaText.quoted(string))
    case .bytes where value.isSecret: add("secret")
    case .bytes(let bytes): bytes.count > room ? false : add(LuaText.quoted(bytes))
    case .opaque(let description): add(description)
    case .list, .map: ValueItems(of: value).map { write($0) } ?? add("{}")
    }
  }

  private mutating func write(_ items: ValueItems) -> Bool {
    guard add("{") else { return false }
    for position in 0..<items.count {
      let (label, item) = items[position]
      guard add(position == 0 ? label : ", " + label), write(item) else { return false }
    }
    return add("}")
  }

  private mutating func add(_ piece: String) -> Bool {
    // The width is not needed if there is no limit.
    if room < .max { room -= piece.columns }
    guard room >= 0 else { return false }
    text += piece
    return true
  }

  /// The shortest digits that are read back as the same float. The text always differs from that of an integer: `2.0`,
  /// `1e+100`.
  static func text(_ number: Double) -> String {
    if number.isNaN { return "nan" }
    return number.isInfinite ? (number < 0 ? "-inf" : "inf") : number.description
  }
}
