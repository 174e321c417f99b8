import LuaRuntime
import SeededTesting
import Testing

@Suite("a record in byte form")
struct PackedRecordTests {
  private static func record(_ generator: inout SeededGenerator) -> Record {
    let names = ["", "a", "aa", "ab", "b", "key", "título", "z"]
    let values: [Value] = [
      true, 7, 2.5, "text", "", .null, [1, "x"], ["in": ["deep": 1]], .string(String(repeating: "long", count: 300)),
    ]
    return Record(
      names.filter { _ in Bool.random(using: &generator) }.map { ($0, values.randomElement(using: &generator)!) })
  }

  @Test("merged with another equals a record made from the merged fields")
  func merging() {
    var generator = SeededGenerator(seed: Seed.current)
    for _ in 1...500 {
      let (old, new) = (Self.record(&generator), Self.record(&generator))
      let merged = Record(old.map { ($0.key, $0.value) } + new.map { ($0.key, $0.value) })
      let packed = PackedRecord(old).merging(PackedRecord(new))
      #expect(packed.record == merged, "\(Seed.replay)")
      #expect(packed == PackedRecord(merged), "\(Seed.replay)")
      #expect(packed.hashValue == PackedRecord(merged).hashValue, "\(Seed.replay)")
      #expect((PackedRecord(old) == PackedRecord(new)) == (old == new), "\(Seed.replay)")
      #expect(PackedRecord(old).merging(new) == packed, "\(Seed.replay)")
    }
  }

  private enum Step: Encodable {
    case reset
    case move(by: Int, in: [String: Double])
    case place(String)
  }

  private struct Other: Encodable { var a = 1 }

  @Test("the name of an action is found without its fields; other values have none")
  func names() throws {
    let encoder = ValueEncoder()
    for step in [Step.reset, .move(by: 1, in: ["x": 2]), .place("there")] {
      #expect(try encoder.name(of: step) == encoder.action(step).name)
    }
    #expect(try encoder.name(of: Other()) == nil)
    #expect(try encoder.name(of: [1]) == nil)
    #expect(try encoder.name(of: "text") == nil)
  }
}
