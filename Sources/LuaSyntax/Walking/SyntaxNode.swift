/// A part of a tree, as ``Block/walk(_:)`` meets it.
public enum SyntaxNode: Sendable {
  case statement(Statement)
  case expression(Expression)
}
