import LuaRuntime

extension AppHost {
  /// The full types of all actions that something answers, in order.
  public var actionTypes: [String] { isOnOwner() ? tree.actions.answered : [] }

  /// What leads to an action and what answers it: events, reducers in the order in which they run, effects, and what it says
  /// to the flow. Empty if there is no such action.
  ///
  ///     host.answers(to: "cart/add").map(\.kind)   // [.event, .reducer, .effect]
  public func answers(to type: String) -> [ActionAnswer] {
    guard isOnOwner(), let id = tree.actions.number(of: type) else { return [] }
    let answered = tree.actions[id]
    let events = current.features.flatMap { feature in
      feature.events.filter { event in
        if case .action(let short) = event.value { feature.fullType(of: short) == type } else { false }
      }.keys.sorted().map { ActionAnswer(.event, feature: feature.name, name: $0) }
    }
    let reducers = answered.routes.map { route in
      ActionAnswer(
        .reducer, feature: route.slice.name, file: route.definition?.file, line: route.definition?.line)
    }
    let effects = answered.effects.map { effect in
      let place = effect.function.flatMap(machine.definition)
      return ActionAnswer(.effect, feature: effect.feature, file: place?.file, line: place?.line)
    }
    let emitted = current.features.flatMap { feature in
      feature.emits.filter { feature.fullType(of: $0.key) == type }.map { emit in
        ActionAnswer(.emits, feature: feature.name, name: emit.value)
      }
    }
    return events + reducers + effects + emitted
  }
}
