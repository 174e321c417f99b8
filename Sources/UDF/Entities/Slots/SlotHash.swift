/// Maps keys to slots: open addressing with hashes and slots, eight bytes for each entry.
///
/// The keys stay in the rows. So a look-up reads one cache line here and then the row that the caller needs anyway.
/// Because the entries are in pages, an insert while a copy exists does not copy the whole table.
@usableFromInline
struct SlotHash: Sendable {
  /// The upper half is the hash, and the lower half is the slot plus one. Zero means empty.
  @usableFromInline var entries = PagedArray<UInt64>(repeating: 0, count: 8)
  @usableFromInline var count = 0

  @inlinable init() {}

  @inlinable func find(_ hash: Int, _ isMatch: (_ slot: Int32) -> Bool) -> Int32? {
    let wanted = UInt32(truncatingIfNeeded: hash)
    var index = home(of: wanted)
    while true {
      let entry = entries[index]
      if entry == 0 { return nil }
      if UInt32(truncatingIfNeeded: entry >> 32) == wanted {
        let slot = Int32(truncatingIfNeeded: entry) - 1
        if isMatch(slot) { return slot }
      }
      index = next(index)
    }
  }

  /// Adds a slot. Its key must not exist yet.
  @inlinable mutating func insert(_ hash: Int, slot: Int32) {
    reserve(count + 1)
    count += 1
    add(UInt64(UInt32(truncatingIfNeeded: hash)) << 32 | UInt64(slot + 1))
  }

  @inlinable mutating func remove(_ hash: Int, slot: Int32) {
    let entry = UInt64(UInt32(truncatingIfNeeded: hash)) << 32 | UInt64(slot + 1)
    var hole = home(of: UInt32(truncatingIfNeeded: hash))
    while entries[hole] != entry { hole = next(hole) }
    count -= 1
    // Entries after the hole move up, unless their preferred position is after the hole.
    var index = next(hole)
    while true {
      let follower = entries[index]
      if follower == 0 { break }
      let distance = (index &- home(of: UInt32(truncatingIfNeeded: follower >> 32))) & (entries.count - 1)
      if distance >= (index &- hole) & (entries.count - 1) {
        entries[hole] = follower
        hole = index
      }
      index = next(index)
    }
    entries[hole] = 0
  }

  @inlinable mutating func reserve(_ minimum: Int) {
    guard minimum * 4 > entries.count * 3 else { return }
    let old = entries
    var capacity = old.count
    while minimum * 4 > capacity * 3 { capacity *= 2 }
    entries = PagedArray(repeating: 0, count: capacity)
    for index in 0..<old.count where old[index] != 0 { add(old[index]) }
  }

  @inlinable mutating func add(_ entry: UInt64) {
    var index = home(of: UInt32(truncatingIfNeeded: entry >> 32))
    while entries[index] != 0 { index = next(index) }
    entries[index] = entry
  }

  @inlinable func home(of hash: UInt32) -> Int { Int(hash) & (entries.count - 1) }

  @inlinable func next(_ index: Int) -> Int { (index + 1) & (entries.count - 1) }
}
