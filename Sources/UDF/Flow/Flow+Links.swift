extension Flow {
  /// This flow with links to a route.
  ///
  ///     flow.linked(
  ///       try LinkPattern("/articles/:id"), to: { $0["id"].flatMap(Int.init).map(NewsRoute.article) },
  ///       from: { if case .article(let id) = $0 { ["id": "\(id)"] } else { nil } })
  ///
  /// - Parameters:
  ///   - read: the route with these params; `nil` where they fit none.
  ///   - write: the params of a route; `nil` where it is not one of these.
  public func linked(
    _ pattern: LinkPattern, to read: @escaping ([String: String]) -> Route?,
    from write: @escaping (Route) -> [String: String]?
  ) -> Flow {
    var flow = self
    flow.links = links.adding(LinkRule(pattern: pattern, read: read, write: write))
    return flow
  }

  /// This flow with a screen for links that lead nowhere; with an error if the link could not even be read.
  public func notFound(_ route: @escaping (String, LinkError?) -> Route) -> Flow {
    var flow = self
    flow.errorRoute = route
    return flow
  }

  /// Where the link leads; `nil` if nowhere.
  public func route(of link: Link) throws(LinkError) -> Route? {
    for rule in links {
      if let params = try rule.pattern.params(of: link), let route = rule.read(params) { return route }
    }
    return nil
  }

  /// The link to a route; `nil` if it has none.
  public func link(to route: Route) throws(LinkError) -> String? {
    for rule in links {
      if let params = rule.write(route) { return try rule.pattern.link(params) }
    }
    return nil
  }
}
