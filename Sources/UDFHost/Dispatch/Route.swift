import LuaRuntime

/// From an action to one reducer, and the slice that it may write.
final class Route {
  let slice: any Slice
  /// What the slice knows the reducer by.
  let handler: Int32
  /// The Lua function that the handler is, if it is one.
  private let function: LuaReference?
  let definition: ScriptPosition?
  /// The same in short, if slice and reducer are in Lua.
  let lua: LuaReducer?

  init(slice: any Slice, function: LuaReference, definition: ScriptPosition?) {
    self.slice = slice
    self.function = function
    self.definition = definition
    handler = function.id
    lua = (slice as? LuaSlice)?.reducer(function)
  }

  /// To a reducer in Swift.
  init(slice: any Slice, handler: Int32) {
    self.slice = slice
    self.handler = handler
    function = nil
    definition = nil
    lua = nil
  }
}
