import LuaRuntime
import UDFHost

/// The details of one action of the history.
public struct ActionDetails: Sendable, Equatable {
  /// An effect that the action started.
  public struct Effect: Sendable, Equatable {
    public enum Outcome: Sendable, Equatable {
      case underWay(EffectInfo)
      case ended
      /// The effect ended with an error.
      case failed
      /// The effect was cancelled, but not by another action.
      case cancelled
      /// Another action has cancelled the effect or prevented its start.
      case lost(LostEffect.Manner, by: Int)
    }

    /// The name in errors: `effect of cart/load`.
    public var name: String
    public var outcome: Outcome
    /// The seconds from the action to its start; nil if unknown.
    public var start: Double?
    /// The seconds from its start to its end, or until now; nil if unknown.
    public var seconds: Double?
    /// The line of its function, such as `features/cart.lua:12`; nil if it is in Swift.
    public var place: String?

    public init(
      name: String, outcome: Outcome, start: Double? = nil, seconds: Double? = nil, place: String? = nil
    ) {
      self.name = name
      self.outcome = outcome
      self.start = start
      self.seconds = seconds
      self.place = place
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
    var times = effectTimes(ofAction: record.n)
    let answerers = answerers(of: record.type).filter(\.isEffect)
    let name = "effect of \(record.type)"
    func effect(
      _ subject: String, _ outcome: ActionDetails.Effect.Outcome, of feature: String? = nil, since start: Double? = nil,
      for seconds: Double? = nil
    ) -> ActionDetails.Effect {
      let known = subject == name ? answerers : []
      let place = known.count == 1 ? known[0].place : known.first { $0.feature == feature }?.place
      return ActionDetails.Effect(
        name: subject, outcome: outcome, start: record.time > 0 ? start.map { max(0, $0 - record.time) } : nil,
        seconds: seconds, place: place.map { "\($0.file):\($0.line)" })
    }
    let now = configuration.clock.now
    let underWay = effectsUnderWay.filter { $0.action == record.n }
    var effects = underWay.map { info in
      effect(
        info.name, .underWay(info), of: info.feature, since: info.hasBegun ? now - info.seconds : nil,
        for: info.hasBegun ? info.seconds : nil)
    }
    effects += losses.map { loss in
      let time = times.firstIndex { $0.name == loss.effect && $0.outcome == .cancelled }.map { times.remove(at: $0) }
      let outcome = loss.isOfUndo ? .cancelled : ActionDetails.Effect.Outcome.lost(loss.manner, by: loss.by)
      return effect(loss.effect, outcome, since: time?.start, for: time?.seconds)
    }
    // An undo ends the running effects, and the record does not show which effects had already ended.
    if record.undone { return effects }
    if !times.isEmpty {
      let outcomes: [EffectTime.Outcome: ActionDetails.Effect.Outcome] = [.failed: .failed, .cancelled: .cancelled]
      return effects + times.map { effect($0.name, outcomes[$0.outcome] ?? .ended, since: $0.start, for: $0.seconds) }
    }
    let ended = answerers.filter { answerer in !underWay.contains { $0.feature == answerer.feature } }
    let lost = losses.count { $0.effect == name }
    return effects + ended.dropFirst(lost).map { effect(name, .ended, of: $0.feature) }
  }
}
