/// The result of a line of Lua.
public enum Evaluation: Sendable {
  /// The values of an expression; none for a statement.
  case value([Value])
  /// More lines are needed.
  case incomplete
  case failed(HostError)
}
