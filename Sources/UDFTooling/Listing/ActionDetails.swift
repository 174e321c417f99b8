import LuaRuntime
import UDFHost

/// The details of one action of the history.
public struct ActionDetails: Sendable, Equatable {
  /// An effect that the action started.
  public struct Effect: Sendable, Equatable {
    public enum Outcome: Sendable, Equatable {
      case underWay(EffectInfo)
      case ended
      /// Another action has cancelled the effect or prevented its start.
      case lost(LostEffect.Manner, by: Int)
    }

    /// The name in errors: `effect of cart/load`.
    public var name: String
    public var outcome: Outcome

    public init(name: String, outcome: Outcome) {
      self.name = name
      self.outcome = outcome
    }
  }

  public var record: ActionRecord
  /// Seconds since the action was sent; nil if unknown.
  public var age: Double?
  /// The action that caused it; nil if there is none, or if it is no longer in the history.
  public var cause: ActionRecord?
  /// The actions that it caused, oldest first.
  public var caused: [ActionRecord]
  public var effects: [Effect]
  /// The service calls of its effects that changed something.
  public var calls: [MadeCall]

  public init(
    record: ActionRecord, age: Double? = nil, cause: ActionRecord? = nil, caused: [ActionRecord] = [],
    effects: [Effect] = [], calls: [MadeCall] = []
  ) {
    self.record = record
    self.age = age
    self.cause = cause
    self.caused = caused
    self.effects = effects
    self.calls = calls
  }
}

extension AppHost {
  /// Returns the details of an action. Throws a `HostError` if the action is not in the history.
  ///
  ///     try host.details(ofAction: 12).caused.map(\.type)   // ["cart/priced"]
  public func details(ofAction n: Int) throws(HostError) -> ActionDetails {
    let record = try record(ofAction: n)
    var details = ActionDetails(record: record)
    if record.time > 0 { details.age = configuration.clock.now - record.time }
    details.cause = record.cause.flatMap { try? self.record(ofAction: $0) }
    details.caused = history(last: .max) { $0.cause == n }
    let (losses, calls) = marks(ofAction: n)
    details.calls = calls
    details.effects = effects(of: record, losses)
    return details
  }

  private func effects(of record: ActionRecord, _ losses: [LostEffect]) -> [ActionDetails.Effect] {
    let underWay = effectsUnderWay.filter { $0.action == record.n }
    var effects = underWay.map { ActionDetails.Effect(name: $0.name, outcome: .underWay($0)) }
    effects += losses.map { ActionDetails.Effect(name: $0.effect, outcome: .lost($0.manner, by: $0.by)) }
    // An undo ends the running effects. Which ones had ended before it is unknown.
    if record.undone { return effects }
    let name = "effect of \(record.type)"
    let ended = answerers(of: record.type).filter { answerer in
      answerer.isEffect && !underWay.contains { $0.feature == answerer.feature }
    }
    let lost = losses.count { $0.effect == name }
    return effects + ended.dropFirst(lost).map { _ in ActionDetails.Effect(name: name, outcome: .ended) }
  }
}
