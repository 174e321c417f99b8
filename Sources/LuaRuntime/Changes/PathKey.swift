/// One step of a path into the state.
public enum PathKey: Sendable, Hashable, Comparable {
  case key(String)
  /// The position of a list's item, counted from 1 as in Lua.
  case index(Int)

  package init?(_ value: Value) {
    switch value {
    case .string(let key): self = .key(key)
    case .integer(let index): self = .index(Int(index))
    default: return nil
    }
  }

  /// Positions come first, then names in byte order.
  public static func < (left: PathKey, right: PathKey) -> Bool {
    switch (left, right) {
    case (.index(let left), .index(let right)): left < right
    case (.key(let left), .key(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.index, .key): true
    case (.key, .index): false
    }
  }

  package var value: Value {
    switch self {
    case .key(let key): .string(key)
    case .index(let index): .integer(Int64(index))
    }
  }
}
