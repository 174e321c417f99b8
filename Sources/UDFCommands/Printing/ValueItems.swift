import LuaRuntime
import UDFHost

/// The items of a list or map as they are written, each with its `key=`.
struct ValueItems {
  private enum Storage {
    case list([Value])
    case map(Record)
    case fields([Record.Element])
  }
  private let storage: Storage
  /// The keys that are left out first.
  private let last: Set<String>

  /// Nil for a value without items, such as an empty table.
  init?(of value: Value, last: Set<String> = []) {
    self.last = last
    switch value {
    case .list(let items) where !items.isEmpty: storage = .list(items)
    case .map(let record) where !record.isEmpty: storage = .map(record)
    default: return nil
    }
  }

  /// The fields of an action; those with the given names come last.
  init(_ fields: Record, last: [String]) {
    self.last = Set(last)
    storage = .fields(fields.filter { !last.contains($0.key) } + fields.filter { last.contains($0.key) })
  }

  /// The keys that two maps have with equal values; none for other values.
  static func sameKeys(_ old: Value, _ new: Value) -> Set<String> {
    guard case .map(let old) = old, case .map(let new) = new else { return [] }
    return Set(old.filter { new[$0.key] == $0.value }.map(\.key))
  }

  /// Whether the items have keys.
  var isLabelled: Bool { if case .list = storage { false } else { true } }

  /// Whether other items matter more.
  func isLast(_ position: Int) -> Bool {
    switch storage {
    case .list: false
    case .map(let record): last.contains(record[position].key)
    case .fields(let fields): last.contains(fields[position].key)
    }
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

  /// `sku=`, `["odd key"]=` or `[10]=`.
  static func label(_ key: String) -> String { "\(LuaText.label(key))=" }
}
