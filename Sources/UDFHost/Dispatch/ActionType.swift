/// One kind of action, and everything that answers it in the generation that runs.
struct ActionType {
  /// A reducer, and the slice that it may write.
  struct Handler {
    var slice: any Slice
    var reference: LuaReference
    var definition: ScriptPosition?
  }

  /// An effect, and what runs it with its feature's context.
  struct Effect {
    var feature: String
    var reference: LuaReference
    var runner: LuaReference
  }

  /// `feature/name`.
  let name: String
  var schema: ActionSchema?
  var handlers: [Handler] = []
  var effects: [Effect] = []
  /// Where its first reducer is defined, else its feature.
  var place: ScriptPosition?

  var isHandled: Bool { !handlers.isEmpty || !effects.isEmpty }
}
