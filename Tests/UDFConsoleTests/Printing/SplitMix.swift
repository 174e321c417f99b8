import UDFHost

/// A small generator with a seed, so that a failing round can be run again.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

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
