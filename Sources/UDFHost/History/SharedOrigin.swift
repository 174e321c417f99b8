/// The sender of an action of a shared feature, and the position of the action in the log.
public struct SharedOrigin: Sendable, Equatable {
  /// The name of the host.
  public var host: String
  /// The position of the action in the log; nil: the log has not confirmed the action.
  public var position: Int64?

  public init(host: String, position: Int64? = nil) {
    self.host = host
    self.position = position
  }
}
