import LuaRuntime

extension SliceTree: GenerationAdopter {
  /// Sets the reducers and effects of a generation; nil: none.
  func adopt(_ generation: Generation?) {
    actions.clear()
    placeOfEvent = { [machine] in generation?.place(ofEvent: $0, machine) }
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
    let shared = Set(generation.features.filter(\.isShared).map(\.name))
    for reducer in generation.reducers {
      guard let slice = slices[reducer.feature] else { continue }
      let id = actions.number(for: reducer.action)
      // For an action of `nav`, the place of the sender is reported, because the reducer belongs to the host.
      let place =
        reducer.feature == FlowDefinition.feature
        ? nil : machine.definition(of: reducer.reference).map { ScriptPosition(file: $0.file, line: $0.line) }
      if reducer.action.hasPrefix(reducer.feature + "/"), let place { actions[id].place = place }
      let secrets = generation.features.first { $0.name == reducer.feature }?.secrets ?? []
      let check = secrets.isEmpty ? nil : secretCheck(of: reducer.feature, secrets)
      let isFollower = !shared.contains(reducer.feature) && shared.contains(String(reducer.action.prefix { $0 != "/" }))
      actions[id].routes.append(
        Route(
          slice: slice, function: reducer.reference, definition: place, isFollower: isFollower, check: check))
    }
    for feature in generation.features {
      guard let native = generation.natives[feature.name], let slice = slices[feature.name] else { continue }
      for (handler, action) in native.actions.enumerated() {
        let type = "\(feature.name)/\(action.key)"
        let effect = HostEffect(native: feature.name, action: type, generation: feature.generation)
        // The reducer of the action's own feature runs first; other features may handle the action too.
        actions[actions.number(for: type)].routes.insert(
          Route(slice: slice, handler: Int32(handler), effect: effect), at: 0)
      }
    }
    for effect in generation.effects { actions[actions.number(for: effect.action)].effects.append(effect) }
    history.generation = Int32(generation.number)
    generations = Dictionary(uniqueKeysWithValues: generation.features.map { ($0.name, $0.generation) })
    if profiler != nil { meterReducers() }
  }

  /// Returns a check that refuses plain text in a secret place, because the text was already visible when it was made.
  private func secretCheck(of feature: String, _ keys: [String]) -> () throws(LuaError) -> Void {
    { [machine] () throws(LuaError) in
      for key in keys {
        let value = try machine.read([.string(feature), .string(key)])
        if value == .none || value == .null || value.isSecret { continue }
        throw LuaError(
          reason: .raised,
          message: """
            state.\(key) is declared udf.secret, and the reducer wrote a \(value.kind) that is not
              To fix this, declare the action's field secret too: actions = { … = { \(key) = udf.secret "string" } }
            """)
      }
    }
  }

  /// Returns the generation in which the code of a feature was loaded; the present one if the feature is unknown.
  func generation(of feature: String) -> Int { generations[feature] ?? Int(history.generation) }

  /// Sets or removes the meters of all reducers.
  func meterReducers() {
    for type in actions.types {
      for route in type.routes {
        let isOwn = type.name.hasPrefix(route.slice.name + "/")
        route.meter = profiler?.meter(.reducer, isOwn ? type.name : "\(type.name) in \(route.slice.name)")
      }
    }
  }
}
