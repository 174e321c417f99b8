import UDFHost

/// An action of a session for which the present scripts give another result than the recorded one.
public struct ReplayDifference: Sendable, Equatable {
  /// The session's path, as the caller named it.
  public var file: String
  public var line: Int
  public var recorded: ActionRecord
  /// The action with its present result.
  public var action: ActionRecord
  /// The reason for a refusal by the present scripts; nil if the action was not refused.
  public var error: HostError?
}
