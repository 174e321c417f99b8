import UDFHost

/// The items of a list or map as they are written, each with its `key=`.
struct ValueItems {
  private enum Storage {
    case list([Value])
    case map(Record)
    case fields([Record.Element])
  }
  private let storage: Storage

  /// Nil for a value without items, such as an empty table.
  init?(of value: Value) {
    switch value {
    case .list(let items) where !items.isEmpty: storage = .list(items)
    case .map(let record) where !record.isEmpty: storage = .map(record)
    default: return nil
    }
  }

  /// The fields of an action; those with the given names come last.
  init(_ fields: Record, last names: [String]) {
    storage = .fields(fields.filter { !names.contains($0.key) } + fields.filter { names.contains($0.key) })
  }

  var count: Int {
    switch storage {
    case .list(let items): items.count
    case .map(let record): record.count
    case .fields(let fields): fields.count
    }
  }

  subscript(position: Int) -> (label: String, value: Value) {
    switch storage {
    case .list(let items): ("", items[position])
    case .map(let record): (Self.label(record[position].key), record[position].value)
    case .fields(let fields): (Self.label(fields[position].key), fields[position].value)
    }
  }

  /// `sku=`, or `["odd key"]=` for a key that is not a Lua name.
  static func label(_ key: String) -> String {
    LuaName.isValid(key) ? "\(key)=" : "[\(LuaText.quoted(key))]="
  }
}
