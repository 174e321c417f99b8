/// The outcome of a view event.
///
///     model.onEvent = { event, outcome in if outcome == .noAction { print("unused: \(event)") } }
public enum EventOutcome: String, Sendable, CustomStringConvertible {
  /// Its action was sent.
  case sent
  /// The event is not mapped to an action, so nothing changed.
  case noAction = "no action"

  public var description: String { rawValue }
}
