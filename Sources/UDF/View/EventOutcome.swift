/// What became of a view event.
public enum EventOutcome: Sendable, Equatable, CustomStringConvertible {
  /// Its action was sent.
  case sent
  /// It stands for no action, and nothing changed.
  case noAction

  public var description: String {
    switch self {
    case .sent: "sent"
    case .noAction: "no action"
    }
  }
}
