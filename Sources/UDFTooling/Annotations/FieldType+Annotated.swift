import LuaRuntime
import UDFHost

extension FieldType {
  /// The type in the syntax of LuaLS.
  var annotated: String {
    switch self {
    case .string, .number, .integer, .boolean, .table, .any: text
    case .secret: "string"
    case .list(let item): item.isUnion ? "(\(item.annotated))[]" : "\(item.annotated)[]"
    case .record(let fields): FieldType.annotated(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    case .choice(let names): names.map(LuaText.quoted).joined(separator: "|")
    case .optional(let type): type.isUnion ? "\(type.annotated)|nil" : "\(type.annotated)?"
    }
  }

  private var isUnion: Bool {
    switch self {
    case .choice, .optional: true
    default: false
    }
  }

  /// Returns the type of a table with these fields.
  static func annotated(_ fields: [(name: String, type: FieldType)]) -> String {
    if fields.isEmpty { return "{}" }
    let items = fields.map { name, type in
      if case .optional(let inner) = type { return "\(LuaText.key(name))?: \(inner.annotated)" }
      return "\(LuaText.key(name)): \(type.annotated)"
    }
    return "{ \(items.joined(separator: ", ")) }"
  }
}

extension Value {
  /// The LuaLS type of the value, derived from this one value.
  var annotated: String {
    switch self {
    case .none: return "any"
    case .null: return "udf.Null"
    case .boolean: return "boolean"
    // An integer field may later have a fraction, so all numbers are `number`.
    case .integer, .number: return "number"
    case .string, .bytes: return "string"
    case .opaque: return "any"
    case .list(let items):
      // Only the first items are examined, to limit the time for long lists.
      let types = Set(items.prefix(100).map(\.annotated)).sorted()
      if types.isEmpty { return "any[]" }
      return types.count == 1 ? "\(types[0])[]" : "(\(types.joined(separator: "|")))[]"
    case .map(let record):
      if record.isEmpty { return "table" }
      return "{ \(record.map { "\(LuaText.key($0.key)): \($0.value.annotated)" }.joined(separator: ", ")) }"
    }
  }
}
