import LuaRuntime

extension Change {
  /// Reads what a session line has of it; nil if it is no change.
  static func recorded(_ value: Value) -> Change? {
    guard let operation = value["op"].text.flatMap(Operation.init), case .list = value["path"] else { return nil }
    return Change(operation, Path(value["path"]), old: value["old"], new: value["new"])
  }
}
