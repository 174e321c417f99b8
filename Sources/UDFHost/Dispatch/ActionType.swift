import LuaRuntime

/// One kind of action, and everything that answers it in the generation that runs.
struct ActionType {
  /// `feature/name`.
  let name: String
  var schema: ActionSchema?
  var routes: [Route] = []
  var effects: [HostEffect] = []
  /// Where its first reducer is defined, else its feature.
  var place: ScriptPosition?

  /// The one reducer that answers it, if that is all that does and is in Lua.
  var onlyReducer: LuaReducer? { routes.count == 1 ? routes[0].lua : nil }
  var isHandled: Bool { !routes.isEmpty || !effects.isEmpty }
}
