import UDFHost

/// A handler of an action, for help.
public struct ActionAnswer: Sendable, Equatable {
  public enum Kind: String, Sendable {
    /// A view event that is mapped to the action.
    case event
    case reducer, effect
    /// A screen event for the flow that the action is mapped to.
    case emits
  }

  public var kind: Kind
  public var feature: String
  /// The file of its function; nil for a function in Swift, a bound use case, an event, and a screen event.
  public var file: String?
  public var line: Int?
  /// The name of the event.
  public var name: String?

  /// The event with its feature, `cart.picked`; nil if it has no name.
  var event: String? { name.map { "\(feature).\($0)" } }

  public init(_ kind: Kind, feature: String, file: String? = nil, line: Int? = nil, name: String? = nil) {
    self.kind = kind
    self.feature = feature
    self.file = file
    self.line = line
    self.name = name
  }

  fileprivate init(_ kind: Kind, feature: String, at place: ScriptPosition?) {
    self.init(kind, feature: feature, file: place?.file, line: place?.line)
  }
}

extension AppHost {
  /// Returns the handlers of an action: the events that are mapped to it, its reducers in their order, its effects, and
  /// the screen event for the flow that it is mapped to. Empty if the app has no such action.
  ///
  ///     host.answers(to: "cart/add").map(\.kind)   // [.event, .reducer, .effect]
  public func answers(to type: String) -> [ActionAnswer] {
    guard isOnOwner() else { return [] }
    let answerers = answerers(of: type)
    let events = loadedApp.features.flatMap { feature in
      feature.events.filter { event in
        if case .action(let short) = event.value { feature.fullType(of: short) == type } else { false }
      }.keys.sorted().map { ActionAnswer(.event, feature: feature.name, name: $0) }
    }
    let functions = answerers.map { ActionAnswer($0.isEffect ? .effect : .reducer, feature: $0.feature, at: $0.place) }
    let emitted = loadedApp.features.flatMap { feature in
      feature.emits.filter { feature.fullType(of: $0.key) == type }.map { emit in
        ActionAnswer(.emits, feature: feature.name, name: emit.value)
      }
    }
    return events + functions + emitted
  }
}
