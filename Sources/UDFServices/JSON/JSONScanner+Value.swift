import JSONSyntax
import LuaRuntime

/// Reads JSON as plain data.
extension JSONScanner {
  private static let dollar = UInt8(ascii: "$")

  /// Reads any value. With `isExact`, reads the exact form that ``JSONWriter`` writes.
  mutating func plainValue(isExact: Bool, _ memory: JSONMemory?) throws(JSONFault) -> Value {
    switch next() {
    case UInt8(ascii: "{"): return try map(isExact, memory)
    case UInt8(ascii: "["):
      var items: [Value] = []
      try memory?.addContainer(position)
      try self.items { scanner throws(JSONFault) in
        try memory?.add(JSONMemory.item, at: scanner.position)
        items.append(try scanner.plainValue(isExact: isExact, memory))
      }
      return .list(items)
    case UInt8(ascii: "\""):
      let range = try string()
      try memory?.addString(range.count, at: range.lowerBound)
      return .string(unescaped(range))
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

  private mutating func map(_ isExact: Bool, _ memory: JSONMemory?) throws(JSONFault) -> Value {
    let start = position
    var entries: [(String, Value)] = []
    try memory?.addContainer(start)
    try members { scanner, name throws(JSONFault) in
      try memory?.add(JSONMemory.entry, at: name.lowerBound)
      try memory?.addString(name.count, at: name.lowerBound)
      entries.append((scanner.unescaped(name), try scanner.plainValue(isExact: isExact, memory)))
    }
    let record = Record(entries)
    guard isExact else { return .map(record) }
    // A repeated key is an error, because one of its values would be lost.
    var seen: Set<[UInt8]> = []
    if record.count < entries.count, let twice = entries.first(where: { !seen.insert(Array($0.0.utf8)).inserted }) {
      throw JSONFault(position: start, reason: "the key \"\(twice.0)\" occurs twice")
    }
    guard record.contains(where: { $0.key.utf8.first == Self.dollar }) else { return .map(record) }
    if entries.count == 1, let value = try Self.marked(entries[0].0, entries[0].1, at: start) { return value }
    guard entries.allSatisfy({ $0.0.utf8.first != Self.dollar || $0.0.utf8.starts(with: "$$".utf8) }) else {
      throw JSONFault(position: start, reason: "a key that begins with $ is written with $$")
    }
    return .map(Record(entries.map { ($0.0.utf8.first == Self.dollar ? String($0.0.dropFirst()) : $0.0, $0.1) }))
  }

  /// Decodes a value that plain JSON cannot represent, such as `{"$number":"nan"}`; nil if the key is no marker.
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
      // The text of a token within other bytes is unknown here, as that of a `$secret` is.
      let bytes = Secret.foreign(
        stride(from: 0, to: digits.count, by: 2).map { UInt8(16 * digits[$0] + digits[$0 + 1]) })
      // Bytes that are valid UTF-8 become a string, so that equal strings are equal values.
      return bytes.withUnsafeBytes { String(utf8: $0) }.map(Value.string) ?? .bytes(bytes)
    case "$secret":
      if value == true { return .bytes(Secret.unknown) }
      if case .integer(let number) = value, number > 0 {
        return .bytes(Secret.token(UInt64(number), isForeign: true))
      }
      throw JSONFault(position: start, reason: "$secret must be true or a number, got a \(value.kind)")
    default: return nil
    }
  }
}
