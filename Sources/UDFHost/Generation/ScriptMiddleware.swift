import LuaRuntime

/// A middleware as one generation of the app has it.
struct ScriptMiddleware {
  /// Its name, or where it was made.
  let name: String
  let intercepts: Bool
  let before: LuaReference?
  let after: LuaReference?
}
