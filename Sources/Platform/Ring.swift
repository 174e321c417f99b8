/// A queue in raw memory. Its elements keep their indices while others are added and removed at both ends.
///
/// The memory is raw, so that the owner may remove elements in code that does not know their type: generic code is only
/// fast if it is specialized. The owner deinitializes the elements and then calls ``free()``.
@frozen @usableFromInline package struct Ring {
  @usableFromInline var slots: UnsafeMutableRawPointer?
  /// The capacity, a power of two, minus one.
  @usableFromInline var mask = -1
  @usableFromInline package var first = 0
  /// The index of the last element plus one.
  @usableFromInline package var next = 0

  @inlinable package init() {}

  package init<Element>(copying other: Ring, of type: Element.Type) {
    first = other.first
    next = first
    reserve(other.next - other.first, of: type)
    for index in other.first..<other.next { append(other.element(index, type).pointee) }
  }

  @inlinable @inline(__always) package func element<Element>(_ index: Int, _ type: Element.Type)
    -> UnsafeMutablePointer<
      Element
    >
  {
    slots.unsafelyUnwrapped.assumingMemoryBound(to: type) + index & mask
  }

  @inlinable @inline(__always) package mutating func append<Element>(_ element: consuming Element) {
    if next &- first > mask { reserve(max(8, 2 * (mask + 1)), of: Element.self) }
    self.element(next, Element.self).initialize(to: element)
    next &+= 1
  }

  @inlinable @inline(never) package mutating func reserve<Element>(_ count: Int, of type: Element.Type) {
    guard count > mask + 1 else { return }
    var larger = self
    larger.mask = 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount) - 1
    larger.slots = UnsafeMutableRawPointer(UnsafeMutablePointer<Element>.allocate(capacity: larger.mask + 1))
    for index in first..<next {
      larger.element(index, type).moveInitialize(from: element(index, type), count: 1)
    }
    free()
    self = larger
  }

  @usableFromInline package func free() { slots?.deallocate() }
}
