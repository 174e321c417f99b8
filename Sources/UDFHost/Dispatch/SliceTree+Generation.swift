import LuaRuntime

extension SliceTree: GenerationAdopter {
  /// From now on this generation's reducers and effects answer the actions.
  func adopt(_ generation: Generation?) {
    actions.clear()
    guard let generation else { return forgetLast() }
    for type in generation.known { _ = actions.number(for: type) }
    for feature in generation.features {
      for action in feature.ownActions {
        let id = actions.number(for: "\(feature.name)/\(action)")
        actions[id].schema = feature.schemas?[action]
        actions[id].place = ScriptPosition(file: feature.file, line: feature.line)
        actions[id].isNavigation = feature.name == FlowDefinition.feature
      }
      for action in feature.emits.keys { actions[actions.number(for: feature.fullType(of: action))].isEmitted = true }
    }
    for reducer in generation.reducers {
      guard let slice = slices[reducer.feature] else { continue }
      let id = actions.number(for: reducer.action)
      // Those of `nav` are the host's own: what they refuse is the sender's mistake.
      let place =
        reducer.feature == FlowDefinition.feature
        ? nil : machine.definition(of: reducer.reference).map { ScriptPosition(file: $0.file, line: $0.line) }
      if reducer.action.hasPrefix(reducer.feature + "/"), let place { actions[id].place = place }
      actions[id].routes.append(Route(slice: slice, function: reducer.reference, definition: place))
    }
    for feature in generation.features {
      guard let native = generation.natives[feature.name], let slice = slices[feature.name] else { continue }
      for (handler, action) in native.actions.enumerated() {
        let type = "\(feature.name)/\(action.key)"
        let effect = HostEffect(native: feature.name, action: type, generation: feature.generation)
        // First, as if it stood in the feature's own file: others may listen to it.
        actions[actions.number(for: type)].routes.insert(
          Route(slice: slice, handler: Int32(handler), effect: effect), at: 0)
      }
    }
    for effect in generation.effects { actions[actions.number(for: effect.action)].effects.append(effect) }
    history.generation = Int32(generation.number)
    generations = Dictionary(uniqueKeysWithValues: generation.features.map { ($0.name, $0.generation) })
    if profiler != nil { meterReducers() }
  }

  /// The generation that the code of a feature came with; the present one if there is no such feature.
  func generation(of feature: String) -> Int { generations[feature] ?? Int(history.generation) }

  /// Gives each reducer its meter, or takes it away.
  func meterReducers() {
    for type in actions.types {
      for route in type.routes {
        let isOwn = type.name.hasPrefix(route.slice.name + "/")
        route.meter = profiler?.meter(.reducer, isOwn ? type.name : "\(type.name) in \(route.slice.name)")
      }
    }
  }
}
