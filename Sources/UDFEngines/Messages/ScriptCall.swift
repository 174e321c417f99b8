import LuaRuntime

/// A call of one of a sync feature's functions by its engine.
package struct ScriptCall: Sendable {
  /// The number of the call, which is unique in the engine.
  package var number: Int
  /// `pull`, `push`, `auth` or `conflict`.
  package var function: String
  /// All arguments of `conflict`; for the other functions, those after the context.
  package var arguments: [Value]
}
