import LuaRuntime

/// An effect as one generation of the app has it.
final class HostEffect {
  let feature: String
  /// The full type of the action that starts it.
  let action: String
  let policy: EffectPolicy
  /// nil: a function that was sent, which is a coroutine already.
  let function: LuaReference?
  /// What `function` is given first.
  let context: LuaReference?
  /// Whether `function` can see the action that it is given.
  let takesAction: Bool
  /// Gives the id of a run from its action.
  let key: LuaReference?
  /// What errors call it.
  let subject: String
  /// The generation that its code came with.
  let generation: Int
  /// Whether what a run sends belongs to the run and not to the action that started it.
  let isDetached: Bool

  init(
    feature: String, action: String, policy: EffectPolicy, function: LuaReference, takesAction: Bool,
    context: LuaReference, key: LuaReference?, generation: Int, subject: String? = nil, isDetached: Bool? = nil
  ) {
    self.feature = feature
    self.action = action
    self.subject = subject ?? "effect of \(action)"
    self.policy = policy
    self.function = function
    self.takesAction = takesAction
    self.context = context
    self.key = key
    self.generation = generation
    self.isDetached = isDetached ?? policy.isBackground
  }

  /// What a feature sends that is no action but a function.
  init(sentBy feature: String, generation: Int, isDetached: Bool) {
    self.feature = feature
    self.generation = generation
    self.isDetached = isDetached
    action = ""
    policy = EffectPolicy()
    takesAction = false
    (function, context, key) = (nil, nil, nil)
    subject = "function sent by \(feature)"
  }

  /// What it is measured and traced by: the action, or the reaction or request with its feature in front, as an action has it.
  var fullName: String { action.contains("/") ? action : "\(feature)/\(action)" }

  /// The name under which `cx.cancel` finds runs that have no id: the action as the feature itself calls it.
  var name: String { action.hasPrefix(feature + "/") ? String(action.dropFirst(feature.count + 1)) : action }
}
