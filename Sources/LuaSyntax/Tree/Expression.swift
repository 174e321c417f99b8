/// An expression and the position of its first token.
public struct Expression: Equatable, Sendable {
  public indirect enum Kind: Equatable, Sendable {
    case absent, varargs
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    /// The bytes of the string, with its escapes resolved.
    case string([UInt8])
    case local(Local.ID)
    case global(String)
    /// Both `a.b` and `a["b"]`.
    case index(Expression, Expression)
    case call(Expression, [Expression])
    case method(Expression, Identifier, [Expression])
    case function(FunctionBody)
    case table([TableField])
    case unary(UnaryOperator, Expression)
    case binary(BinaryOperator, Expression, Expression)
    /// An expression in parentheses, which truncate several values to one.
    case single(Expression)
  }

  public let kind: Kind
  public let position: SourcePosition

  public init(kind: Kind, position: SourcePosition) {
    self.kind = kind
    self.position = position
  }
}

extension Expression {
  /// The text of a string literal; nil for another expression, and for bytes that are not valid UTF-8.
  public var text: String? {
    if case .string(let bytes) = kind { String(validating: bytes, as: UTF8.self) } else { nil }
  }

  /// Whether the expression may produce any number of values if it is the last in a list.
  public var isMultiple: Bool {
    switch kind {
    case .call, .method, .varargs: true
    default: false
    }
  }
}
