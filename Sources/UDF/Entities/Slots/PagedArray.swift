/// An array in pages of 128 and books of 128 pages, so that a write beside a living copy copies one page and the way to it
/// instead of everything.
@usableFromInline
struct PagedArray<Element> {
  @usableFromInline typealias Page = ContiguousArray<Element>

  @usableFromInline var books: ContiguousArray<ContiguousArray<Page>> = []
  @usableFromInline private(set) var count = 0

  @inlinable init() {}

  @inlinable init(repeating element: Element, count: Int) {
    let pageCount = (count + 127) >> 7
    for first in stride(from: 0, to: pageCount, by: 128) {
      books.append(
        ContiguousArray(
          (first..<min(first + 128, pageCount)).map { page in
            Page(repeating: element, count: min(128, count - page << 7))
          }))
    }
    self.count = count
  }

  @inlinable subscript(index: Int) -> Element {
    get { books[index >> 14][(index >> 7) & 127][index & 127] }
    _modify { yield &books[index >> 14][(index >> 7) & 127][index & 127] }
  }

  @inlinable mutating func append(_ element: Element) {
    if count & 16383 == 0 { books.append([]) }
    if count & 127 == 0 { books[count >> 14].append([]) }
    books[count >> 14][(count >> 7) & 127].append(element)
    count += 1
  }
}

extension PagedArray: Sendable where Element: Sendable {}
