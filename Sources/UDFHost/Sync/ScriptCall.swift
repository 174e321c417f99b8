import LuaRuntime

/// A call of one of a sync feature's functions by its engine.
struct ScriptCall: Sendable {
  /// The number of the call, which is unique in the engine.
  var number: Int
  /// `pull`, `push`, `auth` or `conflict`.
  var function: String
  /// All arguments of `conflict`; for the other functions, those after the context.
  var arguments: [Value]
}
