import LuaRuntime

/// From an action to one reducer, and the slice that it may write.
final class Route {
  let slice: any Slice
  let handler: LuaReference
  let definition: ScriptPosition?

  init(slice: any Slice, handler: LuaReference, definition: ScriptPosition?) {
    self.slice = slice
    self.handler = handler
    self.definition = definition
  }
}
