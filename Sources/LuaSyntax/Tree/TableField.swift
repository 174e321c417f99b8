/// An item of a table constructor.
public enum TableField: Equatable, Sendable {
  /// A positional item.
  case item(Expression)
  /// Both `name = value` and `["name"] = value`; the key has the position of the name.
  case named(key: Expression, Expression)

  public var value: Expression {
    switch self {
    case .item(let value), .named(_, let value): value
    }
  }
}
