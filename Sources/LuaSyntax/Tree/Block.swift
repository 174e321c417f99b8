/// Statements that share a scope.
public struct Block: Equatable, Sendable {
  public let statements: [Statement]
}
