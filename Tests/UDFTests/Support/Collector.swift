/// Keeps the values that it receives, in their order.
///
/// Unchecked, because a test gives it everything on one actor.
final class Collector<Element>: @unchecked Sendable {
  private(set) var elements: [Element] = []

  func callAsFunction(_ element: Element) { elements.append(element) }
}
