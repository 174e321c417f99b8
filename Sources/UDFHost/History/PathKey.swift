/// One step of a path into the state.
public enum PathKey: Sendable, Hashable {
  case key(String)
  /// The position of a list's item, counted from 1 as in Lua.
  case index(Int)

  init?(_ value: Value) {
    switch value {
    case .string(let key): self = .key(key)
    case .integer(let index): self = .index(Int(index))
    default: return nil
    }
  }

  var value: Value {
    switch self {
    case .key(let key): .string(key)
    case .index(let index): .integer(Int64(index))
    }
  }
}
