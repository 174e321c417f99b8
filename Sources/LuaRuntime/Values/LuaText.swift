import LuaSyntax

/// Plain data as Lua source.
package enum LuaText {
  /// Returns a value as a Lua literal on one line, which evaluates to the same value.
  ///
  /// - Parameter key: the text before the `=` in a table; with ``label(_:)`` the result is for people.
  package static func written(_ value: Value, key: (String) -> String = LuaText.key) -> String {
    switch value {
    case .none: "nil"
    case .null: "udf.null"
    case .boolean(let flag): "\(flag)"
    case .integer(Int64.min): "math.mininteger"
    case .integer(let number): "\(number)"
    case .number(let number): written(number)
    case .string(let text): quoted(text)
    case .bytes where value.isSecret: "\"secret\""
    case .bytes(let bytes): quoted(bytes)
    case .list([]): "udf.list {}"
    case .list(let items): "{ \(items.map { written($0, key: key) }.joined(separator: ", ")) }"
    case .map([:]): "{}"
    case .map(let record):
      "{ \(record.map { "\(key($0.key)) = \(written($0.value, key: key))" }.joined(separator: ", ")) }"
    case .opaque(let description): quoted(description)
    }
  }

  private static func written(_ number: Double) -> String {
    if number.isNaN { return "0/0" }
    return number.isInfinite ? (number < 0 ? "-math.huge" : "math.huge") : number.description
  }

  /// Returns the text before the `=` in a table.
  package static func key(_ name: String) -> String { LuaName.isValid(name) ? name : "[\(quoted(name))]" }

  /// Returns the text before the `=` for people: the host writes a number or boolean of a script's table as the key `[10]`, and
  /// the string `[10]` looks like it.
  package static func label(_ name: String) -> String {
    let inner = name.hasPrefix("[") && name.hasSuffix("]") ? name.dropFirst().dropLast() : ""
    let isNumber = inner.last?.isNumber == true && Double(inner) != nil
    return inner == "true" || inner == "false" || isNumber ? name : key(name)
  }

  /// A string in double quotes with Lua's escapes.
  package static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars { text += escaped(scalar) }
    return text + "\""
  }

  /// Quotes bytes that are not UTF-8, with `\xFF` for each that is not ASCII, and with `secret` for each token.
  package static func quoted(_ bytes: [UInt8]) -> String {
    let shown = Secret.shown(bytes)
    if shown.count < bytes.count, let string = shown.withUnsafeBytes({ String(utf8: $0) }) { return quoted(string) }
    var text = "\""
    for byte in shown {
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
    case _ where scalar.commandsTerminal: "\\u{" + String(scalar.value, radix: 16) + "}"
    default: String(scalar)
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}
