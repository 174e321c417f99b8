import LuaRuntime

/// Writes plain data as JSON in one pass. Keys keep their order, and floats always have a point or an exponent.
///
/// Foundation's encoder preserves neither the order of keys nor `2.0`, and loading it would slow down the start.
package struct JSONWriter {
  // Has spare elements after `count`. Writing to them takes half as long as appending to an array.
  private var storage: [UInt8] = []
  /// The number of bytes written.
  package private(set) var count = 0
  private let isPretty: Bool
  private let isExact: Bool
  private let numbersSecrets: Bool
  private var depth = 0

  /// - Parameters:
  ///   - isPretty: writes each item on a line of its own, indented by two spaces per level.
  ///   - isExact: writes all plain data so that reading it returns the same value. `{"$bytes":"ff00"}` is a string that is not
  ///     UTF-8, `{"$number":"nan"}` (or `-nan`, `inf`, `-inf`) is a float, `{"$secret":true}` is a secret, whose text is not
  ///     written, and a key that begins with `$` gets a second `$`.
  ///   - numbersSecrets: writes `{"$secret":3}` instead, so that equal secrets have equal numbers.
  package init(isPretty: Bool = false, isExact: Bool = false, numbersSecrets: Bool = false) {
    self.numbersSecrets = numbersSecrets
    self.isPretty = isPretty
    self.isExact = isExact
  }

  /// The JSON in UTF-8.
  package var bytes: [UInt8] { Array(storage[..<count]) }
  package var text: String { String(decoding: storage[..<count], as: UTF8.self) }
  package var isEmpty: Bool { count == 0 }

  /// Removes the written bytes, but keeps the memory for reuse.
  package mutating func removeAll() { count = 0 }

  /// Whether the written bytes are equal to `other`.
  package func elementsEqual(_ other: ArraySlice<UInt8>) -> Bool { storage[..<count] == other }

  /// Writes a value. Throws the place of the part that JSON cannot represent.
  package mutating func write(_ value: Value, at place: String) throws(JSONRefusal) {
    switch value {
    case .none, .null: write(literal: "null")
    case .boolean(let flag): write(literal: flag ? "true" : "false")
    case .integer(let number): write(number)
    case .number(let number):
      guard isExact || number.isFinite else { throw JSONRefusal(place: place, reason: "\(number) is no JSON number") }
      write(number)
    case .string(let string), .opaque(let string): write(string)
    case .bytes(let bytes):
      guard isExact else { throw JSONRefusal(place: place, reason: "the string is not valid UTF-8") }
      write(undecodable: bytes)
    case .list(let items):
      write(literal: "[")
      depth += 1
      for (position, item) in items.enumerated() {
        separate(position)
        try write(item, at: "\(place)[\(position + 1)]")
      }
      end("]", isEmpty: items.isEmpty)
    case .map(let record):
      write(literal: "{")
      depth += 1
      for (position, entry) in record.enumerated() {
        separate(position)
        write(isExact && entry.key.utf8.first == UInt8(ascii: "$") ? "$\(entry.key)" : entry.key)
        write(literal: isPretty ? ": " : ":")
        try write(entry.value, at: "\(place).\(entry.key)")
      }
      end("}", isEmpty: record.isEmpty)
    }
  }

  package mutating func write(_ number: Int64) {
    if number < 0 { write(byte: UInt8(ascii: "-")) }
    var (rest, digits) = (number.magnitude, 1)
    while rest >= 10 { (rest, digits) = (rest / 10, digits + 1) }
    reserve(digits)
    rest = number.magnitude
    for position in (count..<count + digits).reversed() {
      storage[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += digits
  }

  /// Writes a float; a float that is not finite is written in exact form.
  package mutating func write(_ number: Double) {
    if number.isFinite { return write(raw: number.description) }
    // Lua prints `nan` or `-nan`, and the result of 0/0 depends on the processor, so the sign is written too.
    write(raw: "{\"$number\":\"" + (number.sign == .minus ? "-" : "") + (number.isNaN ? "nan" : "inf") + "\"}")
  }

  package mutating func write(_ string: String) {
    var string = string
    string.withUTF8 { write(utf8: UnsafeRawBufferPointer($0)) }
  }

  /// Writes a string whose bytes are valid UTF-8.
  mutating func write(utf8 text: UnsafeRawBufferPointer) {
    write(byte: UInt8(ascii: "\""))
    // Most strings have no character to escape.
    if text.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      append(text)
    } else {
      for byte in text { write(escaped: byte) }
    }
    write(byte: UInt8(ascii: "\""))
  }

  private mutating func write(escaped byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): write(literal: "\\\"")
    case UInt8(ascii: "\\"): write(literal: "\\\\")
    case UInt8(ascii: "\n"): write(literal: "\\n")
    case UInt8(ascii: "\r"): write(literal: "\\r")
    case UInt8(ascii: "\t"): write(literal: "\\t")
    case 0..<0x20: write(raw: "\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
    default: write(byte: byte)
    }
  }

  /// Writes a string that is not UTF-8, in exact form.
  mutating func write(undecodable bytes: some Collection<UInt8>) {
    if let number = Secret.number(of: bytes) {
      return write(raw: "{\"$secret\":\(numbersSecrets && number > 0 ? "\(number)" : "true")}")
    }
    write(raw: "{\"$bytes\":\"" + bytes.map { String(256 + Int($0), radix: 16).dropFirst() }.joined() + "\"}")
  }

  /// Appends text without escaping it.
  package mutating func write(raw piece: String) {
    var piece = piece
    piece.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// Appends a literal without escaping it. Faster than with a `String`, because no access to its UTF-8 storage is needed.
  package mutating func write(literal piece: StaticString) {
    append(UnsafeRawBufferPointer(start: piece.utf8Start, count: piece.utf8CodeUnitCount))
  }

  package mutating func write(byte: UInt8) {
    reserve(1)
    storage[count] = byte
    count += 1
  }

  private mutating func append(_ text: UnsafeRawBufferPointer) {
    guard let start = text.baseAddress else { return }
    reserve(text.count)
    storage.withUnsafeMutableBytes { [count] in
      ($0.baseAddress! + count).copyMemory(from: start, byteCount: text.count)
    }
    count += text.count
  }

  @inline(__always) private mutating func reserve(_ more: Int) { if storage.count - count <= more { grow(by: more) } }

  @inline(never) private mutating func grow(by more: Int) {
    storage.append(contentsOf: repeatElement(0, count: max(storage.count, more + 256)))
  }

  private mutating func separate(_ position: Int) {
    if position > 0 { write(byte: UInt8(ascii: ",")) }
    breakLine()
  }

  private mutating func end(_ bracket: StaticString, isEmpty: Bool) {
    depth -= 1
    if !isEmpty { breakLine() }
    write(literal: bracket)
  }

  private mutating func breakLine() {
    if isPretty { write(raw: "\n" + String(repeating: "  ", count: depth)) }
  }
}
