/// A queue of plain bits in a ``Ring``, as a collection: elements are appended at one end and removed at either.
@frozen package struct RingQueue<Element: BitwiseCopyable>: RandomAccessCollection {
  @usableFromInline var ring = Ring()

  @inlinable package init() {}

  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { ring.next - ring.first }

  @inlinable package subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count, "there is no such element")
    return ring.element(ring.first + index, Element.self).pointee
  }

  @inlinable @inline(__always) package mutating func append(_ element: Element) { ring.append(element) }

  @inlinable package mutating func removeFirst() {
    precondition(!isEmpty, "there is no first element")
    ring.first += 1
  }

  @inlinable package mutating func removeLast(_ count: Int) {
    precondition(count <= self.count, "there are not so many elements")
    ring.next -= count
  }

  @inlinable package mutating func removeAll() { ring.next = ring.first }

  package func deallocate() { ring.free() }
}
