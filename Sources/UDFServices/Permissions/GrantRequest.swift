/// The grants that an app requests. The user decides about them; see `HostConfiguration.decideGrants`.
public struct GrantRequest: Sendable, Equatable {
  /// The app's name. Like the values of the grants, it is text of the app's author, which may mislead the user.
  public var app: String
  /// The absolute path of the app's file.
  public var file: String
  /// The requested grants that the configuration does not already give. Paths are absolute, with links followed, so that a name in
  /// the app's folder cannot hide another folder.
  public var grants: [Grant]

  public init(app: String, file: String, grants: [Grant]) {
    self.app = app
    self.file = file
    self.grants = grants
  }
}
