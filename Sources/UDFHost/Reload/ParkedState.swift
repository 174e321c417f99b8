import LuaRuntime

/// The state of a feature that was removed from the app.
struct ParkedState {
  var version: Int
  var content: Value
}
