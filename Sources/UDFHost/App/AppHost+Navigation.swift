import LuaRuntime
import UDF

extension AppHost {
  /// What a Swift program navigates by, nil if the app has no flow.
  ///
  ///     try host.navigation?.push("article", ["id": "7"])
  ///     host.navigation?.path.map(\.route)    // ["list", "article"]
  public var navigation: Navigation? { current.flow == nil ? nil : Navigation(host: self) }

  /// Shows what a link leads to, on the flow's first screen: `news://app/articles/7?tab=comments` or `/articles/7`. A link that
  /// leads nowhere shows the flow's route `notFound`, or the scene `error`. Throws a ``HostError``, and the path is as it was,
  /// if the text is no link, the app has no flow, or a guard refuses.
  public func open(link: String) throws { try open(link: link, origin: .event) }

  package func open(link: String, origin: Origin) throws {
    let target = try target(of: link)
    let fields: Record = ["route": .string(target.route), "params": .map(target.params)]
    try send("\(FlowDefinition.feature)/open", fields, origin: origin)
  }

  func target(of link: String) throws(HostError) -> (route: String, params: Record) {
    guard let flow = current.flow else {
      throw HostError(code: "usage", message: "link \(link): this app has no flow, so no link leads anywhere")
    }
    do throws(LinkError) { return try flow.target(of: link) } catch {
      throw HostError(code: "usage", message: error.description)
    }
  }
}
