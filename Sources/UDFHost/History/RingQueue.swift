import Platform
import UDF

/// A queue of trivial values in a `Ring`, as a collection: elements are appended at one end and removed at either.
///
/// In the module of its only user: unspecialized code from another module made a dispatch five times as slow.
struct RingQueue<Element: BitwiseCopyable>: RandomAccessCollection {
  var ring = Ring()

  var startIndex: Int { 0 }
  var endIndex: Int { ring.next - ring.first }

  subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count, "there is no such element")
    return ring.element(ring.first + index, Element.self).pointee
  }

  @inline(__always) mutating func append(_ element: Element) { ring.append(element) }

  mutating func removeFirst() {
    precondition(!isEmpty, "there is no first element")
    ring.first += 1
  }

  mutating func removeLast(_ count: Int) {
    precondition(count <= self.count, "there are not so many elements")
    ring.next -= count
  }

  mutating func removeAll() { ring.next = ring.first }

  func deallocate() { ring.free() }
}
