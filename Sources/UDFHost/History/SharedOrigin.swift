/// Who sent an action of a shared feature, and where the log has it.
public struct SharedOrigin: Sendable, Equatable {
  /// The name of the host.
  public var host: String
  /// Its position in the log; nil: the log has not confirmed it.
  public var position: Int64?

  public init(host: String, position: Int64? = nil) {
    self.host = host
    self.position = position
  }
}
