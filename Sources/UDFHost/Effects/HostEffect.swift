import LuaRuntime

/// An effect as one generation of the app has it.
final class HostEffect {
  let feature: String
  /// The full type of the action that starts it.
  let action: String
  /// The name under which `cx.cancel` finds runs that have no id: the action as the feature itself calls it.
  let name: String
  let policy: EffectPolicy
  /// nil: a function that was sent, which is a coroutine already, or an effect in Swift.
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
  /// Whether it is in Swift: what the reducer of a native feature returns for the action.
  let isNative: Bool

  init(
    feature: String, action: String, policy: EffectPolicy, function: LuaReference, takesAction: Bool,
    context: LuaReference, key: LuaReference?, generation: Int, subject: String? = nil, isDetached: Bool? = nil
  ) {
    self.feature = feature
    self.action = action
    name = EffectName.short(action, of: feature)
    self.subject = subject ?? "effect of \(action)"
    self.policy = policy
    self.function = function
    self.takesAction = takesAction
    self.context = context
    self.key = key
    self.generation = generation
    self.isDetached = isDetached ?? policy.isBackground
    isNative = false
  }

  private init(
    feature: String, action: String, subject: String, generation: Int, isDetached: Bool, isNative: Bool
  ) {
    self.feature = feature
    self.action = action
    name = EffectName.short(action, of: feature)
    self.subject = subject
    self.generation = generation
    self.isDetached = isDetached
    self.isNative = isNative
    policy = EffectPolicy()
    takesAction = false
    (function, context, key) = (nil, nil, nil)
  }

  /// A function that a feature sends instead of an action.
  convenience init(sentBy feature: String, generation: Int, isDetached: Bool) {
    self.init(
      feature: feature, action: "", subject: "function sent by \(feature)", generation: generation,
      isDetached: isDetached, isNative: false)
  }

  /// The effect of one action of a feature in Swift. Its ids, and what cancels what, are those of the UDF effect.
  convenience init(native feature: String, action: String, generation: Int) {
    self.init(
      feature: feature, action: action, subject: "effect of \(action)", generation: generation, isDetached: false,
      isNative: true)
  }

  /// Its name in costs and traces: the action, or the reaction or request with its feature in front, as an action has it.
  var fullName: String { action.contains("/") ? action : "\(feature)/\(action)" }
}
