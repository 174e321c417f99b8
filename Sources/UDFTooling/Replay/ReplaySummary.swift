import UDFHost

/// What came of replaying a session.
public struct ReplaySummary: Sendable, Equatable {
  /// How many were replayed.
  public var actions = 0
  /// How many of them changed the state otherwise than recorded.
  public var differing = 0
  /// How often the scripts had become others while the session was recorded.
  public var reloads = 0
  /// The last line was not whole, as a host leaves it that is killed; it was passed over.
  public var isTorn = false
}
