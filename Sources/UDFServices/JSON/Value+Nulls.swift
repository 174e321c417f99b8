import LuaRuntime

extension Value {
  /// The value without the fields that are null, at any depth. Nulls of lists stay, because the items after them would
  /// move.
  var withoutNulls: Value {
    switch self {
    case .list(let items): .list(items.map(\.withoutNulls))
    case .map(let fields):
      .map(Record(fields.lazy.filter { $0.value != .null }.map { ($0.key, $0.value.withoutNulls) }))
    default: self
    }
  }
}
