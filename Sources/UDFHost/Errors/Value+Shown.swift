import LuaRuntime

extension Value {
  /// Kind and value as an error shows them: `string "x"`, `number 2.5`, `list of 3 items`.
  var shown: String {
    switch self {
    case .string(let text): "string \"\(text.count > 40 ? text.prefix(40) + "…" : text[...])\""
    case .integer(let number): "number \(number)"
    case .number(let number): "number \(number)"
    case .boolean(let flag): "boolean \(flag)"
    case .list(let items): "list of \(items.count) items"
    default: kind
    }
  }
}
