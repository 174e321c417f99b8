import LuaRuntime

extension NativeSlice {
  /// Sends an action as the value that it is. False, and nothing is done, if it has to be put into plain data: somebody is to
  /// see it so, or none of its kind was checked yet.
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
