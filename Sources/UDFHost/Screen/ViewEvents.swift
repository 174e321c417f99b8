import LuaRuntime
import UDF

/// Maps the view events of features to actions, as their files declare.
final class ViewEvents: GenerationAdopter {
  private let machine: LuaMachine
  private let dispatcher: Dispatcher
  private let events: EventHub
  /// The processor time in seconds that the function of an event may use.
  private let budget: Double
  private var generation: Generation?

  init(dispatcher: Dispatcher, budget: Double) {
    machine = dispatcher.machine
    self.dispatcher = dispatcher
    events = dispatcher.events
    self.budget = budget
  }

  func adopt(_ generation: Generation?) { self.generation = generation }

  /// Raises an event, such as `cart.tap`, for a screen, or 0; `given` is the event of a scene that maps to it. Returns
  /// false if the event maps to no action. Throws a ``HostError`` if there is no such event, or its action is refused.
  func raise(
    _ name: String, _ fields: Record, origin: Origin, screen: Int, of given: (name: String, fields: Record)? = nil
  ) throws -> Bool {
    let features = generation?.features ?? []
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, let feature = features.first(where: { $0.name == parts[0] }) else {
      let known =
        features.flatMap { feature in feature.events.keys.map { "\(feature.name).\($0)" } }
        + (generation?.scenes ?? []).flatMap { scene in scene.events.keys.map { "\(scene.name).\($0)" } }
      throw HostError(usage: "\(name): an event is written feature.event.\(didYouMean(name, among: known))")
    }
    guard let target = feature.events[parts[1]] else {
      let hint = didYouMean(parts[1], among: feature.events.keys)
      throw HostError(usage: "\(name): \(parts[0]) has no event \"\(parts[1])\".\(hint)")
    }
    guard let action = try action(of: target, name, fields, feature) else {
      events.emit(.log(level: "info", message: "\(name): no action", fields: [:]))
      return false
    }
    if origin == .event { events.didRaise(given?.name ?? name, given?.fields ?? fields) }
    try dispatcher.send(action.type, action.fields, origin: origin, screen: screen, event: name)
    return true
  }

  private func action(
    of target: FeatureDefinition.Event, _ name: String, _ fields: Record, _ feature: FeatureDefinition
  ) throws -> (type: String, fields: Record)? {
    switch target {
    case .nothing: return nil
    case .action(let short): return (feature.fullType(of: short), fields)
    case .function:
      guard let function = generation?.events[name] else { return nil }
      let result: Value
      do {
        result = try machine.call(function, [.map(fields)], phase: .event, budget: budget).first ?? .none
      } catch {
        throw HostError(
          error, subject: "event \(name)", notes: ["No action was sent."],
          gaveWrong: generation?.place(ofEvent: name, machine))
      }
      switch result {
      case .none: return nil
      case .string(let short): return (feature.fullType(of: short), [:])
      case .map(var action):
        guard let type = action["type"].text else { fallthrough }
        action["type"] = .none
        return (feature.fullType(of: type), action)
      default:
        let problem = "must return an action { type = \"…\" } or nil, returned \(result.shown)"
        throw HostError(
          LuaError(reason: .raised, message: problem), subject: "event \(name)", notes: ["No action was sent."],
          place: generation?.place(ofEvent: name, machine))
      }
    }
  }
}
