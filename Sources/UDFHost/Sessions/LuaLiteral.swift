import LuaRuntime

/// Plain data as a script writes it, exactly: what Lua makes of the text is the value again.
struct LuaLiteral {
  /// Columns that a line may have; a value that does not fit stands one item a line.
  static let width = 100

  static func text(of value: Value, indent: Int = 0) -> String {
    let line = flat(value)
    guard line.utf8.count + indent > width else { return line }
    let margin = String(repeating: " ", count: indent)
    func block(_ items: [String]) -> String {
      "{\n" + items.map { "\(margin)  \($0),\n" }.joined() + margin + "}"
    }
    switch value {
    case .list(let items) where !items.isEmpty: return block(items.map { text(of: $0, indent: indent + 2) })
    case .map(let record) where !record.isEmpty:
      return block(record.map { "\(key($0.key)) = \(text(of: $0.value, indent: indent + 2))" })
    default: return line
    }
  }

  private static func flat(_ value: Value) -> String {
    switch value {
    case .none: "nil"
    case .null: "udf.null"
    case .boolean(let flag): flag ? "true" : "false"
    // Written out it would be a float.
    case .integer(.min): "math.mininteger"
    case .integer(let number): "\(number)"
    case .number(let number): float(number)
    case .string(let text): quoted(text.utf8)
    case .bytes(let bytes): quoted(bytes)
    case .opaque(let description): quoted(description.utf8)
    case .list([]): "udf.list {}"
    case .list(let items): "{ \(items.map(flat).joined(separator: ", ")) }"
    case .map([:]): "{}"
    case .map(let record): "{ \(record.map { "\(key($0.key)) = \(flat($0.value))" }.joined(separator: ", ")) }"
    }
  }

  /// A place in the state: `state.cart.items[1]`.
  static func place(_ keys: some Sequence<PathKey>) -> String {
    keys.reduce(into: "state") { text, step in
      switch step {
      case .index(let index): text += "[\(index)]"
      case .key(let name): text += isName(name) ? ".\(name)" : "[\(quoted(name.utf8))]"
      }
    }
  }

  private static func key(_ name: String) -> String { isName(name) ? name : "[\(quoted(name.utf8))]" }

  private static func isName(_ text: String) -> Bool { Path.isName(text) && !words.contains(text) }

  private static let words: Set = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil",
    "not",
    "or", "repeat", "return", "then", "true", "until", "while",
  ]

  private static func float(_ number: Double) -> String {
    if number.isNaN { return "0 / 0" }
    return number.isInfinite ? (number < 0 ? "-math.huge" : "math.huge") : number.description
  }

  /// In double quotes. What is not UTF-8 or would not be seen is written by its code.
  static func quoted(_ bytes: some Collection<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let isText = text.utf8.elementsEqual(bytes)
    var quoted: [UInt8] = []
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): quoted += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): quoted += Array("\\n".utf8)
      case 0x20..<0x7F: quoted.append(byte)
      case 0x80... where isText: quoted.append(byte)
      default: quoted += Array("\\x\(String(256 + Int(byte), radix: 16, uppercase: true).dropFirst())".utf8)
      }
    }
    return "\"\(String(decoding: quoted, as: UTF8.self))\""
  }
}
