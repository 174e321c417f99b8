import LuaRuntime

/// A middleware in Lua of one generation of the app.
struct ScriptMiddleware {
  /// Its name, or the place where it was made.
  let name: String
  let intercepts: Bool
  let before: LuaReference?
  let after: LuaReference?
}
