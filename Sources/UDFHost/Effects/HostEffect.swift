import LuaRuntime

/// An effect of one generation of the app.
final class HostEffect {
  let feature: String
  /// The full type of the action that starts it.
  let action: String
  /// The name by which `cx.cancel` finds runs without an id: the action's type without the prefix of the feature.
  let name: String
  let policy: EffectPolicy
  /// nil: an effect in Swift, or a sent function, which is already a coroutine.
  let function: LuaReference?
  /// The first argument of `function`.
  let context: LuaReference?
  /// Whether `function` has a parameter for the action.
  let takesAction: Bool
  /// Returns the id of a run from its action.
  let key: LuaReference?
  /// The name in errors.
  let subject: String
  /// The generation in which its code was loaded.
  let generation: Int
  /// Whether actions of a run are caused by the run alone, and not by the action that started it.
  let isDetached: Bool
  /// How often its runs have called each service.
  var calls: [String: Int] = [:]
  /// Whether it is in Swift: the reducer of a native feature returns it for the action.
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

  private init(feature: String, action: String, subject: String, generation: Int, isDetached: Bool, isNative: Bool) {
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

  /// Makes the effect of a function that a feature sends instead of an action.
  convenience init(sentBy feature: String, generation: Int, isDetached: Bool) {
    self.init(
      feature: feature, action: "", subject: "function sent by \(feature)", generation: generation,
      isDetached: isDetached, isNative: false)
  }

  /// Makes the effect of one action of a feature in Swift. The UDF effect itself defines its ids and what cancels it.
  convenience init(native feature: String, action: String, generation: Int) {
    self.init(
      feature: feature, action: action, subject: "effect of \(action)", generation: generation, isDetached: false,
      isNative: true)
  }

  /// Whether an engine calls it, `remote.pull`, and gets its errors.
  var isOfEngine: Bool { action.hasPrefix("remote.") }
  /// The name in costs and traces: the action, or the reaction or request after the feature's name and a slash.
  var fullName: String { action.contains("/") ? action : "\(feature)/\(action)" }
}
