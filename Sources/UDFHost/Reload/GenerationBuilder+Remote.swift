import LuaRuntime

extension GenerationBuilder {
  /// Binds the functions that an engine calls, as background effects: settling already waits for the engine.
  func bindRemote(
    _ feature: FeatureDefinition, in table: LuaReference, _ context: LuaReference, into generation: inout Generation
  ) throws(HostError) {
    guard let sync = feature.sync else { return }
    for name in sync.pure {
      generation.rowFunctions["\(feature.name).\(name)"] = try make("rowFunction", table, machine.value(.string(name)))
    }
    var policy = EffectPolicy()
    policy.isBackground = true
    for name in sync.effects {
      guard let function = try make("remote", table, machine.value(.string(name))) else { continue }
      generation.remotes["\(feature.name).\(name)"] = HostEffect(
        feature: feature.name, action: "remote.\(name)", policy: policy, function: function, takesAction: true,
        context: context, key: nil, generation: feature.generation, subject: "remote.\(name) of \(feature.name)")
    }
  }
}
