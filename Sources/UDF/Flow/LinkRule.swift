/// One line of a flow's table of links.
struct LinkRule<Route> {
  let pattern: LinkPattern
  let read: ([String: String]) -> Route?
  let write: (Route) -> [String: String]?

  func lifted<Whole>(to prism: Prism<Whole, Route>) -> LinkRule<Whole> {
    LinkRule<Whole>(
      pattern: pattern, read: { read($0).map(prism.embed) }, write: { prism.extract($0).flatMap(write) })
  }
}

extension Array {
  /// These rules and another one, the narrower patterns first.
  func adding<Route>(_ rule: LinkRule<Route>) -> [LinkRule<Route>] where Element == LinkRule<Route> {
    (self + [rule]).sorted { $0.pattern.isNarrower(than: $1.pattern) }
  }
}
