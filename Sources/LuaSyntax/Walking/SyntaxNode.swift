/// A part of the syntax tree, as ``Block/walk(_:)`` visits it.
public enum SyntaxNode: Sendable {
  case statement(Statement)
  case expression(Expression)
}
