import SeededTesting
import Testing

@testable import LuaRuntime

@Suite("plain data decoded with a former value")
struct KeptValueTests {
  private static func random(_ depth: Int, _ generator: inout SeededGenerator) -> Value {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &generator) {
    case 0: return .integer(Int64.random(in: 0..<3, using: &generator))
    case 1: return .boolean(.random(using: &generator))
    case 2: return .string(String(repeating: "x", count: Int.random(in: 0..<4, using: &generator)))
    case 3: return .null
    case 4: return .number(0.5)
    case 5, 6:
      return .list((0..<Int.random(in: 0..<6, using: &generator)).map { _ in random(depth - 1, &generator) })
    default:
      return .map(
        Record(
          ["a", "b", "c", "d"].filter { _ in .random(using: &generator) }.map { ($0, random(depth - 1, &generator)) })
      )
    }
  }

  /// A copy of the value with one difference.
  private static func changed(_ value: Value, _ generator: inout SeededGenerator) -> Value {
    switch value {
    case .list(var items) where !items.isEmpty:
      let index = items.indices.randomElement(using: &generator)!
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: items.remove(at: index)
      case 1: items.insert(random(2, &generator), at: index)
      case 2: items.append(random(2, &generator))
      default: items[index] = changed(items[index], &generator)
      }
      return .list(items)
    case .map(var fields) where !fields.isEmpty:
      let key = ["a", "b", "c", "d"].randomElement(using: &generator)!
      fields[key] = Bool.random(using: &generator) ? .none : changed(fields[key], &generator)
      return .map(fields)
    default: return random(3, &generator)
    }
  }

  @Test("is equal to the data decoded alone, whatever the former value", arguments: 0..<8 as Range<UInt64>)
  func law(_ number: UInt64) {
    var generator = SeededGenerator(seed: Seed.current &+ number)
    var value = Self.random(4, &generator)
    var kept: KeptValue?
    for _ in 0..<2000 {
      value =
        Int.random(in: 0..<20, using: &generator) == 0 ? Self.random(4, &generator) : Self.changed(value, &generator)
      let read = TapeWriter.bytes(of: value).withUnsafeBytes { KeptValue($0, like: kept) }
      guard read.value == value else {
        Issue.record("\(read.value) is not \(value), after \(String(describing: kept?.value)); \(Seed.replay)")
        return
      }
      kept = read
    }
  }
}
