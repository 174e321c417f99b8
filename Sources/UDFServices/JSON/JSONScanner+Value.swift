import JSONSyntax
import LuaRuntime

/// Reading what the scanner steps over as plain data.
extension JSONScanner {
  private static let dollar = UInt8(ascii: "$")

  /// Reads any value; `isExact` as ``JSONWriter`` has written it.
  mutating func plainValue(isExact: Bool) throws(JSONFault) -> Value {
    switch next() {
    case UInt8(ascii: "{"): return try map(isExact)
    case UInt8(ascii: "["):
      var items: [Value] = []
      try self.items { scanner throws(JSONFault) in items.append(try scanner.plainValue(isExact: isExact)) }
      return .list(items)
    case UInt8(ascii: "\""): return .string(unescaped(try string()))
    case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
      let (range, isInteger) = try number()
      let text = text(range)
      if isInteger, let integer = Int64(text) { return .integer(integer) }
      return .number(Double(text) ?? .nan)
    default:
      let start = position
      try value()
      return bytes[start] == UInt8(ascii: "n") ? .null : .boolean(bytes[start] == UInt8(ascii: "t"))
    }
  }

  private mutating func map(_ isExact: Bool) throws(JSONFault) -> Value {
    let start = position
    var entries: [(String, Value)] = []
    try members { scanner, name throws(JSONFault) in
      entries.append((scanner.unescaped(name), try scanner.plainValue(isExact: isExact)))
    }
    let record = Record(entries)
    guard isExact else { return .map(record) }
    // A key that is written twice by hand is a mistake: only one of the two values would count.
    var seen: Set<[UInt8]> = []
    if record.count < entries.count, let twice = entries.first(where: { !seen.insert(Array($0.0.utf8)).inserted }) {
      throw JSONFault(position: start, reason: "the key \"\(twice.0)\" stands here twice")
    }
    guard record.contains(where: { $0.key.utf8.first == Self.dollar }) else { return .map(record) }
    if entries.count == 1, let value = try Self.marked(entries[0].0, entries[0].1, at: start) { return value }
    guard entries.allSatisfy({ $0.0.utf8.first != Self.dollar || $0.0.utf8.starts(with: "$$".utf8) }) else {
      throw JSONFault(position: start, reason: "a key that begins with $ is written with $$")
    }
    return .map(Record(entries.map { ($0.0.utf8.first == Self.dollar ? String($0.0.dropFirst()) : $0.0, $0.1) }))
  }

  /// The value that plain JSON cannot hold and a key marks; nil if the key is not a mark.
  private static func marked(_ key: String, _ value: Value, at start: Int) throws(JSONFault) -> Value? {
    switch key {
    case "$number":
      let words: [String: Double] = ["nan": .nan, "-nan": -.nan, "inf": .infinity, "-inf": -.infinity]
      if let number = words[value.text ?? ""] { return .number(number) }
      throw JSONFault(
        position: start, reason: "$number must be \"nan\", \"-nan\", \"inf\" or \"-inf\", got \(value.shown)")
    case "$bytes":
      let text = value.text
      let digits = Array((text ?? "").utf8).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard digits.count == text?.utf8.count, digits.count.isMultiple(of: 2) else {
        throw JSONFault(
          position: start, reason: "$bytes must be hexadecimal digits, two a byte, got \(value.shown)")
      }
      let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(16 * digits[$0] + digits[$0 + 1]) }
      // Of two ways to write a string only one counts.
      return bytes.withUnsafeBytes { String(utf8: $0) }.map(Value.string) ?? .bytes(bytes)
    default: return nil
    }
  }
}
