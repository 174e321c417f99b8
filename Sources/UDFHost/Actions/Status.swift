/// What became of an action.
public enum Status: String, Sendable {
  case committed
  /// Refused by its declaration or its reducer; nothing changed.
  case rejected
  /// No feature has a reducer or effect for it.
  case unhandled
}
