extension Flow {
  /// Returns this flow with links to a route.
  ///
  ///     flow.linked(
  ///       try LinkPattern("/articles/:id"), to: { $0["id"].flatMap(Int.init).map(NewsRoute.article) },
  ///       from: { if case .article(let id) = $0 { ["id": "\(id)"] } else { nil } })
  ///
  /// - Parameters:
  ///   - pattern: the paths of the links, with the names of their parameters.
  ///   - read: returns the route with these parameters; `nil` if they are invalid.
  ///   - write: returns the parameters of a route; `nil` if it is another route.
  public func linked(
    _ pattern: LinkPattern, to read: @escaping @Sendable ([String: String]) -> Route?,
    from write: @escaping @Sendable (Route) -> [String: String]?
  ) -> Flow {
    var flow = self
    flow.links = links.adding(LinkRule(pattern: pattern, read: read, write: write))
    return flow
  }

  /// Returns this flow with a screen for links without a route. The error is not nil if the link is malformed.
  ///
  ///     flow.notFound { link, _ in .problem(link) }
  public func notFound(_ route: @escaping @Sendable (String, LinkError?) -> Route) -> Flow {
    var flow = self
    flow.errorRoute = route
    return flow
  }

  /// Returns the route of the link; `nil` if there is none.
  ///
  ///     try flow.route(of: Link("news://host/articles/7"))   // article(7)
  public func route(of link: Link) throws(LinkError) -> Route? {
    for rule in links {
      if let params = try rule.pattern.params(of: link), let route = rule.read(params) { return route }
    }
    return nil
  }

  /// Returns the link to a route; `nil` if there is none.
  ///
  ///     try flow.link(to: .article(7))   // "/articles/7"
  public func link(to route: Route) throws(LinkError) -> String? {
    for rule in links { if let params = rule.write(route) { return try rule.pattern.link(params) } }
    return nil
  }
}
