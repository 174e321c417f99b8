/// Something that answers an action, for help.
public struct ActionAnswer: Sendable, Equatable {
  public enum Kind: String, Sendable {
    /// A view event that becomes the action.
    case event
    case reducer, effect
    /// A screen event for the flow that the action is.
    case emits
  }

  public var kind: Kind
  public var feature: String
  /// Where its function is written, nil of one in Swift, of a use case that is bound, and of what is none.
  public var file: String?
  public var line: Int?
  /// The name of the event.
  public var name: String?

  public init(_ kind: Kind, feature: String, file: String? = nil, line: Int? = nil, name: String? = nil) {
    self.kind = kind
    self.feature = feature
    self.file = file
    self.line = line
    self.name = name
  }
}

extension ActionAnswer {
  /// What leads to an action and what answers it; see ``AppHost/answers(to:)``.
  static func all(to type: String, in tree: SliceTree, _ generation: Generation) -> [ActionAnswer] {
    guard let id = tree.actions.number(of: type) else { return [] }
    let answered = tree.actions[id]
    let events = generation.features.flatMap { feature in
      feature.events.filter { event in
        if case .action(let short) = event.value { feature.fullType(of: short) == type } else { false }
      }.keys.sorted().map { ActionAnswer(.event, feature: feature.name, name: $0) }
    }
    let reducers = answered.routes.map { route in
      ActionAnswer(
        .reducer, feature: route.slice.name, file: route.definition?.file, line: route.definition?.line)
    }
    let effects = answered.effects.map { effect in
      let place = effect.function.flatMap(tree.machine.definition)
      return ActionAnswer(.effect, feature: effect.feature, file: place?.file, line: place?.line)
    }
    let emitted = generation.features.flatMap { feature in
      feature.emits.filter { feature.fullType(of: $0.key) == type }.map { emit in
        ActionAnswer(.emits, feature: feature.name, name: emit.value)
      }
    }
    return events + reducers + effects + emitted
  }
}
