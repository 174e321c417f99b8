/// An array in pages of at most 8 KB and books of 128 pages. A write copies only one shared page and its book.
@usableFromInline
struct PagedArray<Element> {
  @usableFromInline typealias Page = ContiguousArray<Element>

  @usableFromInline var books: ContiguousArray<ContiguousArray<Page>> = []
  @usableFromInline private(set) var count = 0

  @inlinable init() {}

  @inlinable init(repeating element: Element, count: Int) {
    for _ in 0..<count { append(element) }
  }

  /// A page has 2 to the power of `shift` elements. The compiler computes it for each element type.
  @inlinable static var shift: Int { Int.bitWidth - 1 - (8192 / MemoryLayout<Element>.stride | 1).leadingZeroBitCount }

  @inlinable var indices: Range<Int> { 0..<count }

  @inlinable static func book(of index: Int) -> Int { index >> (shift + 7) }
  @inlinable static func page(of index: Int) -> Int { (index >> shift) & 127 }
  @inlinable static func offset(of index: Int) -> Int { index & ((1 << shift) - 1) }

  @inlinable subscript(index: Int) -> Element {
    get {
      // Checking an index against the count of its page would read the page's header: an extra cache miss in a large
      // array, for indexes that come from the array itself. Buffer pointers check bounds only in debug builds.
      books.withUnsafeBufferPointer { books in
        books[Self.book(of: index)].withUnsafeBufferPointer { pages in
          pages[Self.page(of: index)].withUnsafeBufferPointer { $0[Self.offset(of: index)] }
        }
      }
    }
    _modify { yield &books[Self.book(of: index)][Self.page(of: index)][Self.offset(of: index)] }
  }

  @inlinable mutating func append(_ element: Element) {
    let book = Self.book(of: count)
    if book == books.count { books.append([]) }
    let page = Self.page(of: count)
    if page == books[book].count { books[book].append([]) }
    books[book][page].append(element)
    count += 1
  }
}

extension PagedArray: Sendable where Element: Sendable {}
