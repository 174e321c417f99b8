import LuaRuntime

extension GenerationBuilder {
  /// Throws if an input begins with a field that the state does not have, because it would never change.
  func checkDerived(_ feature: FeatureDefinition, in generation: Generation) throws(HostError) {
    for input in feature.derived.inputs {
      guard let problem = generation.problem(ofField: input.field, in: feature) else { continue }
      throw feature.problem("\(input.reader): \(problem)", at: input.reader.split(separator: ".").map(String.init))
    }
  }

  /// Binds the computed values, reactions and views of a feature; `context` is the first argument of its effects.
  func bindDerived(
    _ feature: FeatureDefinition, in table: LuaReference, _ context: LuaReference, into generation: inout Generation
  ) throws(HostError) {
    let name = feature.name
    guard let state = machine.node([.string(name)]), let derived = try make("computed", table, state) else { return }
    for computed in feature.derived.computed {
      guard let reader = machine.reference(["readers", .string(computed)], in: derived) else { continue }
      generation.computed["\(name).\(computed)"] = DerivedValue(reader)
    }
    if feature.hasView, let view = try make("view", table, state, machine.node([]), derived) {
      generation.views[name] = DerivedValue(view)
    }
    for (reaction, policy) in feature.derived.reactions.sorted(by: { $0.key < $1.key }) {
      guard let made = try make("reaction", table, machine.value(.string(reaction)), state, derived),
        let check = machine.reference(["check"], in: made), let function = machine.reference(["run"], in: made)
      else { continue }
      let effect = HostEffect(
        feature: name, action: reaction, policy: policy, function: function, takesAction: true,
        context: context, key: machine.reference(["key"], in: made), generation: feature.generation,
        subject: "reaction \(name).\(reaction)")
      let followsUndo = feature.derived.undo.contains(reaction)
      generation.reactions.append(Reaction(effect, check: check, slice: state, followsUndo: followsUndo))
    }
  }
}
