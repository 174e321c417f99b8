/// The sender of an action of a shared feature, and the position of the action in the log.
public struct SharedOrigin: Sendable, Equatable {
  /// The name of the host.
  public var host: String
  /// The position of the action in the log; nil: the log has not confirmed the action.
  public var position: Int64?
  /// Whether the log had the action before this host began to read.
  public var isEarlier: Bool

  public init(host: String, position: Int64? = nil, isEarlier: Bool = false) {
    (self.host, self.position, self.isEarlier) = (host, position, isEarlier)
  }
}
