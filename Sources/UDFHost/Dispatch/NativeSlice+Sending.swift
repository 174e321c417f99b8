import LuaRuntime

extension NativeSlice {
  /// Dispatches a typed action without conversion. Returns false and does nothing if the action must be plain data: for
  /// an observer, or because no action of its type was validated yet.
  func send(_ action: Feature.Action, origin: Origin, by dispatcher: Dispatcher) throws -> Bool {
    guard dispatcher.takesTyped, let number = try Feature._number(of: action, in: core), checked[number],
      dispatcher.tree.takesTyped(ids[number])
    else { return false }
    try dispatcher.send(ids[number], of: core.actions, origin: origin) { () throws(LuaError) in
      try reduce(typed: action)
    }
    return true
  }
}
