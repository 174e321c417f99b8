import LuaRuntime

/// One kind of action, and everything that answers it in the generation that runs.
struct ActionType {
  /// An effect, and what runs it with its feature's context.
  struct Effect {
    var feature: String
    var reference: LuaReference
    var runner: LuaReference
  }

  /// `feature/name`.
  let name: String
  var schema: ActionSchema?
  var routes: [Route] = []
  var effects: [Effect] = []
  /// Where its first reducer is defined, else its feature.
  var place: ScriptPosition?

  var isHandled: Bool { !routes.isEmpty || !effects.isEmpty }
}
