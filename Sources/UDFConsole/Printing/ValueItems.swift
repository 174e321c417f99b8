import UDFHost

/// The items of a list or map as they are written, each with the `key=` before it.
struct ValueItems {
  private enum Storage {
    case list([Value])
    case map(Record)
  }
  private let storage: Storage

  /// Nil for a value that has no items to write, an empty container included.
  init?(of value: Value) {
    switch value {
    case .list(let items) where !items.isEmpty: storage = .list(items)
    case .map(let record) where !record.isEmpty: storage = .map(record)
    default: return nil
    }
  }

  var count: Int {
    switch storage {
    case .list(let items): items.count
    case .map(let record): record.count
    }
  }

  subscript(position: Int) -> (label: String, value: Value) {
    switch storage {
    case .list(let items): ("", items[position])
    case .map(let record): (Self.label(record[position].key), record[position].value)
    }
  }

  /// `sku=`, or `["odd key"]=` for a key that is no Lua name.
  static func label(_ key: String) -> String {
    LuaName.isValid(key) ? "\(key)=" : "[\(LuaText.quoted(key))]="
  }
}
