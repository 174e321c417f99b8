import LuaRuntime

/// What an engine asks of a remote that is written in Lua.
struct ScriptCall: Sendable {
  /// Counts the calls of one remote.
  var number: Int
  /// `pull` or `push`.
  var function: String
  /// What the function is given after its context.
  var request: Value
}
