/// UUIDs of version 4: 122 random bits.
///
///     RandomUUIDs(SystemRandom()).make()   // "f81d4fae-7dec-4a1d-9f4a-00a0c91e6bf6"
public struct RandomUUIDs: UUIDSource {
  private let random: any RandomSource

  public init(_ random: any RandomSource) { self.random = random }

  public func make() -> String {
    let high = random.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = random.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    var text = ""
    for (index, digit) in (hexadecimal(high) + hexadecimal(low)).enumerated() {
      if [8, 12, 16, 20].contains(index) { text.append("-") }
      text.append(digit)
    }
    return text
  }

  private func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
