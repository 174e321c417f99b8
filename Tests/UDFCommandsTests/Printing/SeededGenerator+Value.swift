import SeededTesting
import UDFHost

extension SeededGenerator {
  mutating func value(depth: Int) -> Value {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &self) {
    case 0: .integer(Int64.random(in: -1000...1000, using: &self))
    case 1: .number(Double.random(in: -1...1, using: &self))
    case 2: .boolean(Bool.random(using: &self))
    case 3: .string(String(repeating: "s", count: Int.random(in: 0...40, using: &self)))
    case 4: .list((0..<Int.random(in: 0...12, using: &self)).map { _ in value(depth: depth - 1) })
    default:
      .map(Record((0..<Int.random(in: 0...12, using: &self)).map { ("key\($0)", value(depth: depth - 1)) }))
    }
  }
}
