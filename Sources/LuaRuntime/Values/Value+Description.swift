extension Value: CustomStringConvertible {
  /// The value in Lua's syntax: `{items={1, 2}, name="x"}`.
  public var description: String {
    switch self {
    case .none: "nil"
    case .null: "udf.null"
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .string(let text): text.debugDescription
    case .bytes where isSecret: "secret"
    case .bytes(let bytes): "\"\(String(escaping: bytes))\""
    case .list(let items): "{\(items.map(\.description).joined(separator: ", "))}"
    case .map(let record): "{\(record.map { "\($0.key)=\($0.value)" }.joined(separator: ", "))}"
    case .opaque(let description): description
    }
  }
}
