import LuaRuntime

/// What a feature held when it was taken out of the app.
struct ParkedState {
  var version: Int
  var content: Value
}
