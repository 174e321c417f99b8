/// An expression and where it begins.
public struct Expression: Equatable, Sendable {
  public indirect enum Kind: Equatable, Sendable {
    case absent, varargs
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    /// Its bytes, escapes resolved.
    case string([UInt8])
    case local(Local.ID)
    case global(String)
    /// `a.b` and `a["b"]` alike.
    case index(Expression, Expression)
    case call(Expression, [Expression])
    case method(Expression, Identifier, [Expression])
    case function(FunctionBody)
    case table([TableField])
    case unary(UnaryOperator, Expression)
    case binary(BinaryOperator, Expression, Expression)
    /// In parentheses, which leave one value of many.
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
  /// Of a string that is UTF-8.
  public var text: String? {
    if case .string(let bytes) = kind { String(validating: bytes, as: UTF8.self) } else { nil }
  }

  /// Whether it may give any number of values where it stands last.
  public var isMultiple: Bool {
    switch kind {
    case .call, .method, .varargs: true
    default: false
    }
  }
}
