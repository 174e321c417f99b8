/// A queue of byte strings in one allocation. Strings are appended at one end and removed at both ends.
package struct ByteQueue {
  @usableFromInline var storage: UnsafeMutableRawBufferPointer
  /// The position of the storage's first byte.
  @usableFromInline var base = 0
  /// Positions are counted in bytes since the queue was made.
  @usableFromInline package var head = 0
  @usableFromInline package var tail = 0

  @inlinable package var count: Int { tail - head }

  package init() { storage = .allocate(byteCount: 1 << 12, alignment: 1) }

  package func deallocate() { storage.deallocate() }

  @inlinable @inline(__always) package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if tail - base + bytes.count > storage.count { makeRoom(for: bytes.count) }
    // An empty buffer may have no base address.
    if let start = bytes.baseAddress {
      (storage.baseAddress! + (tail - base)).copyMemory(from: start, byteCount: bytes.count)
    }
    tail += bytes.count
  }

  package func bytes(_ range: Range<Int>) -> [UInt8] {
    [UInt8](UnsafeRawBufferPointer(rebasing: storage[range.lowerBound - base..<range.upperBound - base]))
  }

  @inlinable @inline(__always) package mutating func forget(before position: Int) { head = position }
  @inlinable @inline(__always) package mutating func truncate(at position: Int) { tail = position }

  /// Moves the contents to the start of a storage that is half as large again, so that each byte is moved twice on
  /// average.
  @usableFromInline @inline(never) mutating func makeRoom(for count: Int) {
    let kept = UnsafeRawBufferPointer(rebasing: storage[head - base..<tail - base])
    let size = max(1 << 12, (kept.count + count) / 2 * 3)
    // A storage that was needed for a large contents is not kept.
    let fits = storage.count >= size && storage.count / 4 <= size
    let target = fits ? storage : .allocate(byteCount: size, alignment: 1)
    if let start = kept.baseAddress { target.baseAddress!.copyMemory(from: start, byteCount: kept.count) }
    if !fits { storage.deallocate() }
    storage = target
    base = head
  }
}
