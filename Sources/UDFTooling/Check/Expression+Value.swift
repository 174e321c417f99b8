import LuaRuntime
import LuaSyntax

extension Expression {
  /// Returns the value of a literal. For an unknown value, returns one that fits the type, so that it causes no
  /// finding.
  func value(as type: FieldType?) -> Value {
    switch kind {
    case .absent: .none
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .string(let bytes): text.map(Value.string) ?? .bytes(bytes)
    case .unary(.minus, let value): value.negated ?? (type ?? .any).sample
    case .single(let value): value.value(as: type)
    case .table(let fields):
      fields.record(as: { type?.field($0) }).map(Value.map) ?? fields.list(as: type?.item).map(Value.list)
        ?? (type ?? .any).sample
    default: (type ?? .any).sample
    }
  }

  private var negated: Value? {
    switch kind {
    case .integer(let value): .integer(0 &- value)
    case .number(let value): .number(-value)
    default: nil
    }
  }
}

extension [TableField] {
  /// Returns the fields by name; nil if some names are unknown before the app runs or are not texts.
  func record(as type: (String) -> FieldType?) -> Record? {
    var record = Record()
    for field in self {
      guard case .named(let key, let value) = field, let name = key.text else { return nil }
      record[name] = value.value(as: type(name))
    }
    return record
  }

  fileprivate func list(as type: FieldType?) -> [Value]? {
    var values: [Value] = []
    for field in self {
      guard case .item(let value) = field else { return nil }
      values.append(value.value(as: type))
    }
    return values
  }
}

extension FieldType {
  fileprivate func field(_ name: String) -> FieldType? {
    switch self {
    case .record(let fields): fields[name]
    case .optional(let type): type.field(name)
    default: nil
    }
  }

  fileprivate var item: FieldType? {
    switch self {
    case .list(let item): item
    case .optional(let type): type.item
    default: nil
    }
  }

  /// Whether a value of this type may be a table.
  var takesTables: Bool { ![Value.map([:]), .list(["…"])].allSatisfy { problem(with: $0, at: "") != nil } }
}
