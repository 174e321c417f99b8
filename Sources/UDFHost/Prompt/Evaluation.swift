/// What a line of Lua gave.
public enum Evaluation: Sendable {
  /// The values of an expression; none for a statement.
  case value([Value])
  /// More lines are needed.
  case incomplete
  case failed(HostError)
}
