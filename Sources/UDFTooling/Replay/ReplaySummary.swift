import UDFHost

/// The result of replaying a session.
public struct ReplaySummary: Sendable, Equatable {
  /// The number of replayed actions.
  public var actions = 0
  /// The number of actions with other changes than recorded.
  public var differing = 0
  /// The number of reloads with changed scripts while the session was recorded.
  public var reloads = 0
  /// The secret fields of actions, as `session/write: password`. They were not recorded, and placeholders replaced
  /// them.
  public var secrets: Set<String> = []
  /// The features whose recorded state was left out, because the present app does not have them.
  public var removedFeatures: Set<String> = []
  /// Whether the last line was incomplete and was skipped, because the recording host was killed.
  public var isTorn = false
  /// Whether the session was cut before its first action was complete.
  public var isCut: Bool { isTorn && actions == 0 }
}
