/// An app's flow and its scenes, for listing and completion.
public struct FlowInfo: Sendable, Equatable {
  /// The route that the path begins with.
  public var start: String
  /// With those of child flows, by name.
  public var routes: [RouteInfo]
  public var scenes: [SceneInfo]

  public init(start: String, routes: [RouteInfo], scenes: [SceneInfo] = []) {
    self.start = start
    self.routes = routes
    self.scenes = scenes
  }
}

extension FlowInfo {
  init(_ flow: FlowDefinition, scenes: [SceneDefinition]) {
    self.init(
      start: flow.start,
      routes: flow.routes.map {
        RouteInfo(name: $0.name, scene: $0.scene, link: $0.link?.description, isGuarded: $0.isGuarded)
      },
      scenes: scenes.map { SceneInfo(name: $0.name, events: $0.events.keys.sorted(), renders: $0.renders) })
  }
}
