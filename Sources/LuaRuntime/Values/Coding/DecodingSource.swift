/// What a decoder reads. The fields of an action are found in its bytes, because most actions have few, and are decoded once.
enum DecodingSource {
  case plain(Value)
  /// An action as the compiler synthesises its Codable: a map with the name of its case and the fields, which are a ``fields(_:)``.
  case action(String, PackedRecord)
  /// The fields of an action in byte form; its type is none of them.
  case fields(PackedRecord)

  private static let type = "type"

  /// The name of the case of an action.
  var action: String? { if case .action(let name, _) = self { name } else { nil } }

  /// Whether it is an action or its fields.
  var isAction: Bool {
    switch self {
    case .action, .fields: true
    case .plain: false
    }
  }

  /// As plain data.
  var value: Value {
    switch self {
    case .plain(let value): return value
    case .action(let name, let fields): return .map([name: DecodingSource.fields(fields).value])
    case .fields(let fields):
      var record = fields.record
      record[Self.type] = .none
      return .map(record)
    }
  }

  /// Whether it is a map. An empty Lua table may be a list or a map.
  var isMap: Bool {
    switch self {
    case .plain(.map), .plain(.list([])), .action, .fields: true
    case .plain: false
    }
  }

  /// The keys of a map.
  var keys: [String] {
    switch self {
    case .plain(.map(let record)): record.map(\.key)
    case .action(let name, _): [name]
    case .fields(let fields): fields.record.map(\.key).filter { $0 != Self.type }
    case .plain: []
    }
  }

  /// A field of a map.
  subscript(key: String) -> Value {
    switch self {
    case .plain(.map(let record)): record[key]
    case .fields(let fields) where key != Self.type: fields[key]
    case .action(key, let fields): DecodingSource.fields(fields).value
    case .plain, .fields, .action: .none
    }
  }

  /// A field of a map, to decode from.
  func field(_ key: String) -> DecodingSource {
    if case .action(key, let fields) = self { .fields(fields) } else { .plain(self[key]) }
  }
}
