/// A number that tells whether bytes are still those that were written: FNV-1a by eight bytes at a time.
///
/// A disk errs; it does not forge. Each step is a bijection of what came before, so that damage within eight bytes, as a
/// flipped bit, always shows, and any other goes unseen once in 2⁶⁴.
package struct Checksum {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package mutating func add(_ number: Int64) { add(UInt64(bitPattern: number)) }

  /// Counts the length too, so that bytes do not pass from one field to the next.
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
    // Multiplying carries upwards only: without this, flips of the highest bits of two words would cancel out.
    value ^= value >> 32
  }

  /// As SQLite holds it.
  package var signed: Int64 { Int64(bitPattern: value) }
}
