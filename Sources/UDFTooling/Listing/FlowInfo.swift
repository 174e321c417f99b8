/// An app's flow and its scenes, for listing and completion.
public struct FlowInfo: Sendable, Equatable {
  /// The first route of the path.
  public var start: String
  /// All routes by name, including those of child flows.
  public var routes: [RouteInfo]
  public var scenes: [SceneInfo]

  public init(start: String, routes: [RouteInfo], scenes: [SceneInfo] = []) {
    self.start = start
    self.routes = routes
    self.scenes = scenes
  }
}
