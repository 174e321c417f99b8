/// Byte strings that come at one end and go at either: what a history keeps of its actions, without an allocation for each.
struct ByteRing {
  private var storage: UnsafeMutableRawBufferPointer
  /// Positions count bytes since the ring was made.
  private(set) var head = 0
  private(set) var tail = 0

  init() { storage = .allocate(byteCount: 1 << 12, alignment: 1) }

  func deallocate() { storage.deallocate() }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if tail - head + bytes.count > storage.count { grow(by: bytes.count) }
    copy(bytes, to: tail)
    tail += bytes.count
  }

  /// The bytes between two positions.
  func bytes(_ range: Range<Int>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      for index in 0..<range.count { buffer[index] = storage[(range.lowerBound + index) & (storage.count - 1)] }
      count = range.count
    }
  }

  mutating func forget(before position: Int) { head = position }
  mutating func truncate(at position: Int) { tail = position }

  private func copy(_ bytes: UnsafeRawBufferPointer, to position: Int) {
    let start = position & (storage.count - 1)
    let first = min(bytes.count, storage.count - start)
    UnsafeMutableRawBufferPointer(rebasing: storage[start..<start + first]).copyMemory(
      from: UnsafeRawBufferPointer(rebasing: bytes[..<first]))
    if first < bytes.count {
      UnsafeMutableRawBufferPointer(rebasing: storage[..<(bytes.count - first)]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[first...]))
    }
  }

  private mutating func grow(by count: Int) {
    var size = storage.count * 2
    while size < tail - head + count { size *= 2 }
    let kept = bytes(head..<tail)
    storage.deallocate()
    storage = .allocate(byteCount: size, alignment: 1)
    kept.withUnsafeBytes { copy($0, to: head) }
  }
}
