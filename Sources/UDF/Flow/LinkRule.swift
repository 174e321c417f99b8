/// A rule of a flow's links.
struct LinkRule<Route>: Sendable {
  let pattern: LinkPattern
  let read: @Sendable ([String: String]) -> Route?
  let write: @Sendable (Route) -> [String: String]?

  func lifted<Whole>(to prism: Prism<Whole, Route>) -> LinkRule<Whole> {
    LinkRule<Whole>(
      pattern: pattern, read: { read($0).map(prism.embed) }, write: { prism.extract($0).flatMap(write) })
  }
}

extension Array {
  /// Returns these rules with another one, narrower patterns first.
  func adding<Route>(_ rule: LinkRule<Route>) -> [LinkRule<Route>] where Element == LinkRule<Route> {
    (self + [rule]).sorted { $0.pattern.isNarrower(than: $1.pattern) }
  }
}
