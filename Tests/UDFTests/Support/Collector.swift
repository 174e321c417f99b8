/// Remembers what it was given, in order.
final class Collector<Element> {
  private(set) var elements: [Element] = []

  func callAsFunction(_ element: Element) { elements.append(element) }
}
