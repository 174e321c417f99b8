/// A route of an app's flow, for listing and completion.
public struct RouteInfo: Sendable, Equatable {
  /// The name with those of the surrounding flows: `checkout/address`.
  public var name: String
  public var scene: String
  /// The pattern of its links.
  public var link: String?
  /// Whether a guard decides before the route is shown.
  public var isGuarded: Bool

  public init(name: String, scene: String, link: String? = nil, isGuarded: Bool = false) {
    self.name = name
    self.scene = scene
    self.link = link
    self.isGuarded = isGuarded
  }
}
