/// Converts Lua numerals to numbers.
enum LuaNumeral {
  /// The number that the text denotes; nil if the text is not a numeral.
  static func value(of text: [UInt8]) -> Token.Kind? {
    let lower = String(decoding: text, as: UTF8.self).lowercased()
    return lower.hasPrefix("0x") ? hexadecimal(lower.dropFirst(2)) : decimal(lower)
  }

  static func digit(_ byte: UInt8) -> UInt8 { byte <= 57 ? byte - 48 : (byte | 32) - 87 }

  /// A whole number that is too large for an integer becomes a float.
  private static func decimal(_ text: String) -> Token.Kind? {
    if text.utf8.allSatisfy(\.isDigit), let integer = Int64(text) { return .integer(integer) }
    guard let (mantissa, exponent) = parts(text[...], "e", isDigit: \.isDigit) else { return nil }
    return Double("\(mantissa)e\(exponent)").map(Token.Kind.number)
  }

  /// An integer with more than 64 bits wraps around, as in Lua.
  private static func hexadecimal(_ text: Substring) -> Token.Kind? {
    if !text.isEmpty, text.utf8.allSatisfy(\.isHexDigit) {
      return .integer(Int64(bitPattern: text.utf8.reduce(0) { $0 << 4 | UInt64(digit($1)) }))
    }
    guard let (mantissa, exponent) = parts(text, "p", isDigit: \.isHexDigit) else { return nil }
    return Double("0x\(mantissa)p\(exponent)").map(Token.Kind.number)
  }

  /// Mantissa and exponent in the form that Swift can read: with digits on both sides of the point.
  private static func parts(
    _ text: Substring, _ mark: Character, isDigit: (UInt8) -> Bool
  ) -> (mantissa: String, exponent: String)? {
    let halves = text.split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
    let digits = halves[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard digits.allSatisfy({ $0.utf8.allSatisfy(isDigit) }), digits.contains(where: { !$0.isEmpty }) else {
      return nil
    }
    let whole = digits[0].isEmpty ? "0" : String(digits[0])
    let rest = digits.count > 1 && !digits[1].isEmpty ? String(digits[1]) : "0"
    guard halves.count > 1 else { return ("\(whole).\(rest)", "0") }
    let exponent = halves[1].drop { $0 == "+" || $0 == "-" }
    guard !exponent.isEmpty, exponent.utf8.allSatisfy(\.isDigit), halves[1].count - exponent.count <= 1
    else { return nil }
    return ("\(whole).\(rest)", String(halves[1]))
  }
}
