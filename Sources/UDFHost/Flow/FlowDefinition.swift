import LuaRuntime
import UDF

/// An app's flow with all its child flows, as the files describe them. The prelude makes the feature `nav` from it.
package struct FlowDefinition {
  /// The name of the feature.
  package static let feature = "nav"

  /// The route that the path begins with.
  package let start: String
  /// The route for a link that matches no route.
  package let notFound: String
  /// Sorted by their names.
  package let routes: [RouteDefinition]
  package let handlers: [HandlerDefinition]
  /// This flow and its child flows.
  package let parts: [FlowPart]
  package let place: ScriptPosition?
  /// The routes that have links, the most specific first.
  private let linked: [RouteDefinition]

  /// nil if the app has no flow.
  init?(_ value: Value) throws(HostError) {
    guard case .map = value else { return nil }
    start = value["start"].text ?? ""
    notFound = value["notFound"].text ?? ""
    var routes: [RouteDefinition] = []
    for route in value["routes"].items { routes.append(try RouteDefinition(route)) }
    self.routes = routes
    handlers = value["handlers"].items.map(HandlerDefinition.init)
    parts = value["parts"].items.map(FlowPart.init)
    place = ScriptPosition(site: value["site"])
    let linked = routes.compactMap { route in route.link.map { (route, $0) } }
    self.linked = linked.sorted { $0.1.isNarrower(than: $1.1) }.map(\.0)
  }

  package func route(_ name: String) -> RouteDefinition? { routes.first { $0.name == name } }

  /// Returns the route and the params of a link, or the route `notFound`. Throws if the text is not a link.
  package func target(of text: String) throws(LinkError) -> (route: String, params: Record) {
    let link = try Link(text)
    for route in linked {
      if let params = try route.link?.params(of: link) {
        return (route.name, Record(params.map { ($0.key, .string($0.value)) }))
      }
    }
    return (notFound, ["message": .string("there is no screen for \(text)"), "link": .string(text)])
  }
}
