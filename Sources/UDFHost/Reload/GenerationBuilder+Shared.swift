import LuaRuntime

extension GenerationBuilder {
  /// Throws if a shared state would depend on local data, or if other hosts would see secrets.
  func checkShared(_ feature: FeatureDefinition, in generation: Generation) throws(HostError) {
    if let before = former.first(where: { $0.name == feature.name }), before.isShared != feature.isShared {
      throw feature.problem(
        """
        shared: a running feature cannot become shared or local, because its state differs from the log's
          To fix this, restart the app.
        """, at: ["shared"])
    }
    guard feature.isShared else { return }
    for action in feature.reduces where action.contains("/") {
      let owner = String(action.prefix { $0 != "/" })
      guard let other = generation.features.first(where: { $0.name == owner }), !other.isShared else { continue }
      throw feature.problem(
        """
        reduce[\"\(action)\"]: \(owner) is not shared, so other hosts do not have this action and their \(feature.name) would differ
          To fix this, share \(owner) too, or send an action of \(feature.name) in an effect of \(action).
        """, at: ["reduce", action])
    }
    if feature.hasSecrets {
      throw feature.problem(
        """
        udf.secret cannot be shared: the log keeps actions for all hosts
          To fix this, keep the secret in a feature that is not shared.
        """, at: ["shared"])
    }
  }

  /// Binds `stamp` and `onRejected`.
  func bindShared(
    _ feature: FeatureDefinition, in table: LuaReference, _ context: LuaReference, _ state: LuaReference?,
    into generation: inout Generation
  ) throws(HostError) {
    if feature.stamps { generation.stamps[feature.name] = try make("stamp", table, state, generation.app) }
    guard feature.answersRejection, let function = try make("rejected", table) else { return }
    generation.rejections[feature.name] = HostEffect(
      feature: feature.name, action: "onRejected", policy: EffectPolicy(), function: function, takesAction: true,
      context: context, key: nil, generation: feature.generation, subject: "onRejected of \(feature.name)")
  }
}
