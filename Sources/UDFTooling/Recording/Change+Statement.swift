import LuaRuntime
import UDFHost

extension Change {
  /// The change as a Lua statement about `state`. `write` converts the values to Lua.
  package func statement(_ write: (Value) -> String) -> String {
    let list = LuaText.place(path.keys.dropLast())
    let position = path.keys.last.map { "\($0.value)" } ?? ""
    return switch operation {
    case .set: "\(LuaText.place(path.keys)) = \(write(new))"
    case .insert: "table.insert(\(list), \(position), \(write(new)))"
    case .remove: "table.remove(\(list), \(position))"
    case .move: "table.insert(\(list), \(new), table.remove(\(list), \(old)))"
    }
  }
}
