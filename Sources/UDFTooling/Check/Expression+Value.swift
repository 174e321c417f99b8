import LuaRuntime
import LuaSyntax

extension Expression {
  /// The value that is written down; where only a run can tell, one that fits the type, so that nothing is said against it.
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
  /// The fields by name; nil if it has others, or names that only a run can tell.
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
  /// Some value that fits.
  fileprivate var sample: Value {
    switch self {
    case .string, .any: "…"
    case .number, .integer: 1
    case .boolean: true
    case .table: .map([:])
    case .list: .list([])
    case .record(let fields): .map(Record(fields.map { ($0.key, $0.value.sample) }))
    case .choice(let names): .string(names.first ?? "")
    case .optional(let type): type.sample
    }
  }

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

  /// Whether a table may be meant by it.
  var takesTables: Bool { ![Value.map([:]), .list(["…"])].allSatisfy { problem(with: $0, at: "") != nil } }
}
