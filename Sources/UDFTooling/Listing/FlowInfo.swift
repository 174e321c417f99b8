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
