import UDFHost

/// An action of a session that the scripts reduce otherwise than it was recorded.
public struct ReplayDifference: Sendable, Equatable {
  /// The session, as it was named.
  public var file: String
  public var line: Int
  public var recorded: ActionRecord
  /// The same as it is now.
  public var action: ActionRecord
  /// Why it is refused now, nil if it is not.
  public var error: HostError?
}
