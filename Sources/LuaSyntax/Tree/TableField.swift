/// An item of a table constructor.
public enum TableField: Equatable, Sendable {
  /// By position.
  case item(Expression)
  /// `name = value` and `["name"] = value` alike; the key is where it is written.
  case named(key: Expression, Expression)

  public var value: Expression {
    switch self {
    case .item(let value), .named(_, let value): value
    }
  }
}
