import LuaRuntime

extension Change {
  /// Parses a change of a session line; nil if the value is not a change.
  static func recorded(_ value: Value) -> Change? {
    guard let operation = value["op"].text.flatMap(Operation.init), case .list = value["path"] else { return nil }
    return Change(operation, Path(value["path"]), old: value["old"], new: value["new"])
  }
}
