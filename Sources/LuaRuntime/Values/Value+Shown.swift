extension Value {
  /// Kind and value for errors: `string "x"`, `number 2.5`, `list of 3 items`.
  package var shown: String {
    switch self {
    case .string, .integer, .number, .boolean: "\(kind) \(literal)"
    case .list: literal
    default: kind
    }
  }

  /// The value alone, shortened: `"x"`, `2.5`, `list of 3 items`.
  package var literal: String {
    switch self {
    case .string(let text): "\"\(text.count > 40 ? text.prefix(40) + "…" : text[...])\""
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .boolean(let flag): "\(flag)"
    case .list(let items): "list of \(items.count) items"
    case .bytes where isSecret: "secret"
    default: kind
    }
  }
}
