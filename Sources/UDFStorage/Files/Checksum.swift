/// A checksum that detects damaged bytes: FNV-1a over words of eight bytes.
///
/// It detects accidental damage, not deliberate changes. Each step is a bijection of the previous state, so damage within one word,
/// such as a flipped bit, is always detected. Other damage is missed with a probability of 2⁻⁶⁴.
package struct Checksum {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package mutating func add(_ number: Int64) { add(UInt64(bitPattern: number)) }

  /// Adds the length first, so that moving bytes from one field to the next changes the checksum.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    add(UInt64(bytes.count))
    var place = 0
    while place + 8 <= bytes.count {
      add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
      place += 8
    }
    var rest: UInt64 = 0
    while place < bytes.count {
      rest = rest << 8 | UInt64(bytes[place])
      place += 1
    }
    add(rest)
  }

  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  private mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0x100_0000_01b3
    // A multiplication carries only upwards. Without this step, flips of the highest bits of two words would cancel out.
    value ^= value >> 32
  }

  /// The value as a signed integer, for SQLite.
  package var signed: Int64 { Int64(bitPattern: value) }
}
