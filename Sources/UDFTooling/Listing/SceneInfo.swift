/// A scene of an app, for listing and completion.
public struct SceneInfo: Sendable, Equatable {
  public var name: String
  public var events: [String]
  /// The scenes that it may render.
  public var renders: [String]

  public init(name: String, events: [String] = [], renders: [String] = []) {
    self.name = name
    self.events = events
    self.renders = renders
  }
}
