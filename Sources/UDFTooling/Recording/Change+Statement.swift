import LuaRuntime
import UDFHost

extension Change {
  /// The same as a statement of Lua about `state`, in which `write` writes the values.
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
