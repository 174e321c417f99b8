/// A list that is never empty. It stores its first element without an allocation.
public struct OneOrMore<Element> {
  public var head: Element
  /// The elements after the first.
  public var tail: [Element]

  public init(_ head: Element, _ tail: [Element] = []) {
    self.head = head
    self.tail = tail
  }

  /// Makes a list of the elements; nil if there are none.
  public init?(_ elements: some Collection<Element>) {
    guard let head = elements.first else { return nil }
    self.init(head, Array(elements.dropFirst()))
  }

  /// Returns the results of a function for each element.
  public func mapped<Other>(_ transform: (Element) throws -> Other) rethrows -> OneOrMore<Other> {
    OneOrMore<Other>(try transform(head), try tail.map(transform))
  }
}

extension OneOrMore: RandomAccessCollection, MutableCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { tail.count + 1 }

  public subscript(index: Int) -> Element {
    get { index == 0 ? head : tail[index - 1] }
    set { if index == 0 { head = newValue } else { tail[index - 1] = newValue } }
  }
}

extension OneOrMore: Sendable where Element: Sendable {}
extension OneOrMore: Equatable where Element: Equatable {}
extension OneOrMore: Hashable where Element: Hashable {}

extension OneOrMore: Codable where Element: Codable {
  /// Decodes a list, and throws if it is empty.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    head = try list.decode(Element.self)
    tail = []
    while !list.isAtEnd { tail.append(try list.decode(Element.self)) }
  }

  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for element in self { try list.encode(element) }
  }
}
