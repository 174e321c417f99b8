import SeededTesting
import Testing

@testable import UDFHost
@testable import UDFServices

@Suite("exact JSON")
struct ExactJSONTests {
  private static func text(_ value: Value) throws -> String {
    var writer = JSONWriter(isExact: true)
    try writer.write(value, at: "value")
    return writer.text
  }

  /// The JSON of the bytes that hold a value.
  private static func textOfBytes(_ value: Value) -> String {
    var writer = JSONWriter(isExact: true)
    TapeWriter.bytes(of: value).withUnsafeBytes {
      var reader = TapeReader($0)
      writer.write(tape: &reader)
    }
    return writer.text
  }

  private static func again(_ value: Value) throws -> Value {
    try JSONReader.value(of: Array(try text(value).utf8), isExact: true)
  }

  @Test("DomainAction › JSON round trip: any plain data is read as it was written")
  func nasty() throws {
    for value in Things.nasty { #expect(try Self.again(value) == value) }
    #expect(try Self.again(.list(Things.nasty)) == .list(Things.nasty))
    // Lua distinguishes them.
    guard case .number(let zero) = try Self.again(-0.0) else { return #expect(Bool(false)) }
    #expect(zero.sign == .minus)
  }

  @Test("values without a JSON form are marked, and texts like a mark are escaped")
  func marks() throws {
    #expect(try Self.text(.bytes([0xFF, 0x0A])) == #"{"$bytes":"ff0a"}"#)
    #expect(try Self.text(.number(-.infinity)) == #"{"$number":"-inf"}"#)
    #expect(try Self.text(["$bytes": "ff"]) == #"{"$$bytes":"ff"}"#)
    #expect(try Self.text("\u{1}\u{1F}\t\u{7F}é\"\\") == #""\u0001\u001f\t\#u{7F}é\"\\""#)
    #expect(
      try Self.text([.integer(.min), .integer(.max), 0, -10]) == "[-9223372036854775808,9223372036854775807,0,-10]")
  }

  @Test("NaN keeps its sign, which 0/0 has on some processors; its other bits are dropped")
  func signedNaN() throws {
    let payload = Double(bitPattern: 0xFFF8_0000_0000_0007)
    for (number, text) in [(Double.nan, "nan"), (-Double.nan, "-nan"), (payload, "-nan"), (.signalingNaN, "nan")] {
      #expect(try Self.text(.number(number)) == #"{"$number":"\#(text)"}"#)
      guard case .number(let again) = try Self.again(.number(number)) else { return #expect(Bool(false)) }
      #expect(again.isNaN && again.sign == number.sign)
    }
  }

  @Test(
    "an invalid mark is an error",
    arguments: [
      (#"{"$byte":"ff"}"#, "a key that begins with $ is written with $$"),
      (#"{"a":1,"$b":2}"#, "a key that begins with $ is written with $$"),
      (#"{"$bytes":"f"}"#, #"$bytes must be hexadecimal digits, two a byte, got string "f""#),
      (#"{"$bytes":"zz"}"#, #"$bytes must be hexadecimal digits, two a byte, got string "zz""#),
      (#"{"$bytes":7}"#, "$bytes must be hexadecimal digits, two a byte, got number 7"),
      (#"{"$number":"1"}"#, #"$number must be "nan", "-nan", "inf" or "-inf", got string "1""#),
    ])
  func wrongMarks(text: String, reason: String) {
    #expect(throws: JSONProblem(line: 1, column: 1, reason: reason)) {
      try JSONReader.value(of: Array(text.utf8), isExact: true)
    }
  }

  @Test("random plain data is read as it was written", arguments: 0..<20 as Range<UInt64>)
  func random(_ number: UInt64) throws {
    var generator = SeededGenerator(seed: Seed.current &+ number)
    for _ in 0..<50 {
      let value = Self.random(depth: 4, &generator)
      #expect(try Self.again(value) == value, "\(Seed.replay)")
      #expect(Self.textOfBytes(value) == (try Self.text(value)), "\(Seed.replay)")
    }
  }

  private static func random(depth: Int, _ generator: inout SeededGenerator) -> Value {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &generator) {
    case 0: return .integer(Int64(bitPattern: generator.next()))
    case 1: return .number(Double(bitPattern: generator.next()))
    case 2:
      let bytes = (0..<Int.random(in: 0..<6, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator)
      }
      return bytes.withUnsafeBytes { String(utf8: $0) }.map(Value.string) ?? .bytes(bytes)
    case 3: return Things.nasty.randomElement(using: &generator) ?? .null
    case 4: return .string(["$", "$$x", "é", "a\"\\"].randomElement(using: &generator) ?? "")
    case 5: return .boolean(Bool.random(using: &generator))
    case 6:
      return .list((0..<Int.random(in: 0..<4, using: &generator)).map { _ in random(depth: depth - 1, &generator) })
    default:
      let keys = ["$", "$bytes", "$number", "a", "b", ""].shuffled(using: &generator)
      return .map(
        Record(keys.prefix(Int.random(in: 0..<4, using: &generator)).map { ($0, random(depth: depth - 1, &generator)) })
      )
    }
  }
}
