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

  var isHandled: Bool { !routes.isEmpty || !effects.isEmpty }
}
