import JSONSyntax

/// A JSON value. Two values are equal if they have the same meaning, even if they are written differently.
///
/// The order of fields, white space, escapes and the notation of numbers do not count: `1`, `1.0` and `10e-1` are
/// equal. Numbers are compared exactly, not as floating point.
enum RowValue: Hashable {
  case null
  case boolean(Bool)
  /// `0.DIGITS` times ten to the power of the exponent; no digits: zero.
  case number(isNegative: Bool, digits: [UInt8], exponent: Int)
  /// UTF-8 bytes, because Swift compares composed and decomposed letters as equal.
  case string([UInt8])
  case list([RowValue])
  case object([[UInt8]: RowValue])

  /// Throws if the bytes are not one JSON value.
  init(_ bytes: [UInt8]) throws(JSONFault) {
    var scanner = JSONScanner(bytes, in: bytes.indices)
    self = try RowValue(&scanner)
    try scanner.finish()
  }

  private init(_ scanner: inout JSONScanner) throws(JSONFault) {
    switch scanner.next() {
    case UInt8(ascii: "{"):
      var members: [[UInt8]: RowValue] = [:]
      // If two members have the same name, the later one counts.
      try scanner.members { scanner, name throws(JSONFault) in
        members[Array(scanner.unescaped(name).utf8)] = try RowValue(&scanner)
      }
      self = .object(members)
    case UInt8(ascii: "["):
      var items: [RowValue] = []
      try scanner.items { scanner throws(JSONFault) in items.append(try RowValue(&scanner)) }
      self = .list(items)
    case UInt8(ascii: "\""): self = .string(Array(scanner.unescaped(try scanner.string()).utf8))
    case let first:
      let start = scanner.position
      try scanner.value()
      switch first {
      case UInt8(ascii: "n"): self = .null
      case UInt8(ascii: "t"): self = .boolean(true)
      case UInt8(ascii: "f"): self = .boolean(false)
      default: self = RowValue(number: scanner.bytes[start..<scanner.position])
      }
    }
  }

  private init(number text: ArraySlice<UInt8>) {
    let isNegative = text.first == UInt8(ascii: "-")
    let parts = text.drop { $0 == UInt8(ascii: "-") }.split { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
    let mantissa = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let zero = UInt8(ascii: "0")
    var digits = Array(mantissa.joined().drop { $0 == zero })
    var exponent = mantissa[0].count - (mantissa.joined().count - digits.count)
    // The scanner rejects numbers that are too large, so an exponent out of range belongs to a tiny number.
    if parts.count > 1 { exponent += Int(String(decoding: parts[1], as: UTF8.self)) ?? .min / 2 }
    while digits.last == zero { digits.removeLast() }
    self = .number(
      isNegative: isNegative && !digits.isEmpty, digits: digits, exponent: digits.isEmpty ? 0 : exponent)
  }

  /// Whether two rows have the same content. Texts that are not JSON are compared byte by byte.
  static func areSame(_ left: [UInt8]?, _ right: [UInt8]?) -> Bool {
    guard left != right else { return true }
    guard let left, let right, let first = try? RowValue(left), let second = try? RowValue(right) else { return false }
    return first == second
  }
}
