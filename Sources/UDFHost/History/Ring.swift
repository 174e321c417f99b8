/// Values that come at one end and go at either, like those of a `Deque`; but each is written where it stays, once, and nobody
/// asks who else holds them: a dispatch appends one.
struct Ring<Element: BitwiseCopyable>: RandomAccessCollection {
  private var storage = UnsafeMutableBufferPointer<Element>.allocate(capacity: 16)
  // Both count on and on; where they point wraps around. The capacity is a power of two.
  private var head = 0
  private var tail = 0

  var startIndex: Int { 0 }
  var endIndex: Int { tail - head }

  subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count, "there is no such element")
    return storage[place(head + index)]
  }

  private func place(_ position: Int) -> Int { position & (storage.count - 1) }

  @inline(__always) mutating func append(_ element: @autoclosure () -> Element) {
    if count == storage.count { grow() }
    (storage.baseAddress! + place(tail)).initialize(to: element())
    tail += 1
  }

  mutating func removeFirst() {
    precondition(!isEmpty, "there is no first element")
    head += 1
  }

  mutating func removeLast(_ count: Int) {
    precondition(count <= self.count, "there are not so many elements")
    tail -= count
  }

  mutating func removeAll() { head = tail }

  /// The first index of an element that `belongs` behind all those for which it does not.
  func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  func deallocate() { storage.deallocate() }

  @inline(never) private mutating func grow() {
    let bigger = UnsafeMutableBufferPointer<Element>.allocate(capacity: 2 * storage.count)
    for (index, element) in enumerated() { bigger.initializeElement(at: index, to: element) }
    tail = count
    head = 0
    storage.deallocate()
    storage = bigger
  }
}
