import LuaRuntime

/// A call of one of a sync feature's functions by its engine.
struct ScriptCall: Sendable {
  /// Counts the calls of one engine.
  var number: Int
  /// `pull`, `push`, `auth` or `conflict`.
  var function: String
  /// The arguments of `conflict`; of the others those after the context.
  var arguments: [Value]
}
