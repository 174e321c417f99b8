import SeededTesting
import Testing

@testable import LuaRuntime

@Suite("Plain data")
struct TapeTests {
  @Test("a random value is equal after a round trip through bytes and through Lua", arguments: 0..<50)
  func roundTrip(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let machine = LuaMachine()
    let identity = try machine.load("return ...".utf8, name: "identity", in: machine.environment())
    for _ in 0..<20 {
      let value = Self.value(&random, depth: 0)
      #expect(TapeReader.value(of: TapeWriter.bytes(of: value)) == value, "seed \(seed)")
      #expect(try machine.call(identity, [value]) == [value], "seed \(seed)")
    }
  }

  @Test("malformed bytes are never read beyond their end", arguments: 0..<200)
  func torn(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var bytes = TapeWriter.bytes(of: Self.value(&random, depth: 0))
    for _ in 0..<3 where !bytes.isEmpty {
      bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
    }
    bytes.removeLast(Int(random.next() % UInt64(bytes.count + 1)))
    _ = TapeReader.value(of: bytes)
  }

  @Test("bytes with counts beyond their content, or with endless nesting, need memory in proportion to their length")
  func crafted() {
    // Each level is a list with the greatest count.
    let level: [UInt8] = [Tape.list, 0xff, 0xff, 0xff, 0xff]
    for depth in [1, 100, 255, 256, 257, 100_000] {
      let bytes = Array(repeatElement(level, count: depth).joined())
      var value = TapeReader.value(of: bytes)
      var levels = 0
      while case .list(let items) = value {
        levels += 1
        #expect(items.count <= 1)
        value = items.first ?? .none
      }
      #expect(levels == min(depth, 257))
      bytes.withUnsafeBytes {
        var reader = TapeReader($0)
        #expect(reader.skip() == 0..<bytes.count)
        #expect(reader.kind == .none)
      }
    }
    // A list of a million nested lists whose counts exceed their content.
    var wide: [UInt8] = [Tape.list, 0x40, 0x42, 0x0f, 0]
    for _ in 0..<200 { wide += [Tape.map, 0x40, 0x42, 0x0f, 0, 0, 0, 0, 0] }
    wide += [UInt8](repeating: Tape.true, count: 1_000_000)
    guard case .list(let items) = TapeReader.value(of: wide) else {
      Issue.record("not a list")
      return
    }
    #expect(items.count == 1)
  }

  @Test("plain data of 200 levels is equal after a round trip")
  func deepest() throws {
    var value: Value = 1
    for _ in 0..<200 { value = [value] }
    let machine = LuaMachine()
    let identity = try machine.load("return ...".utf8, name: "identity", in: machine.environment())
    #expect(TapeReader.value(of: TapeWriter.bytes(of: value)) == value)
    #expect(try machine.call(identity, [value]) == [value])
  }

  @Test(
    "of a value that is nested too deep, only what is deeper is left out", arguments: [254, 255, 256, 257, 300, 10_000])
  func tooDeep(_ depth: Int) {
    var value: Value = 1
    for _ in 0..<depth { value = [value] }
    guard case .list(let items) = TapeReader.value(of: TapeWriter.bytes(of: [value, "after"])) else {
      Issue.record("not a list")
      return
    }
    #expect(items.count == 2 && items.last == "after")
    #expect((items.first == value) == (depth <= 255))
    // Comparing or releasing the deep value itself would overflow the stack.
    while case .list(let inner) = value, let next = inner.first { value = next }
  }

  @Test("keys differ byte by byte, and integers differ from floats")
  func identity() {
    let composed: Value = ["\u{e9}": 1]
    let decomposed: Value = ["e\u{301}": 1]
    #expect(composed != decomposed)
    #expect(Value.integer(1) != Value.number(1))
  }

  private static func value(_ random: inout SeededGenerator, depth: Int) -> Value {
    switch random.next() % (depth < 4 ? 8 : 6) {
    case 0: .boolean(random.next() % 2 == 0)
    case 1: .integer(Int64(bitPattern: random.next()))
    case 2: .number(Double(Int64(bitPattern: random.next())) / 3)
    case 3: .string(String(repeating: "é\0x", count: Int(random.next() % 30)))
    case 4: .bytes([0xff, UInt8(random.next() % 256)])
    case 5: .null
    case 6: .list((0..<random.next() % 5).map { _ in value(&random, depth: depth + 1) })
    default:
      .map(Record((0..<random.next() % 5).map { ("k\($0)\(random.next() % 100)", value(&random, depth: depth + 1)) }))
    }
  }
}
