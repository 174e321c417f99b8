/// The outcome of a view event.
///
///     model.onEvent = { event, outcome in if outcome == .noAction { print("unused: \(event)") } }
public enum EventOutcome: Sendable, Equatable, CustomStringConvertible {
  /// Its action was sent.
  case sent
  /// The event is not mapped to an action, so nothing changed.
  case noAction

  public var description: String {
    switch self {
    case .sent: "sent"
    case .noAction: "no action"
    }
  }
}
