import LuaRuntime

/// What follows from the state: view states and computed values, made anew only where an input changed, and reactions.
final class Derivations: GenerationAdopter, HostFunctionProvider {
  private let machine: LuaMachine
  private let dispatcher: Dispatcher
  private let effects: EffectScheduler
  private let events: EventHub
  /// Seconds that one of their functions may take.
  private let budget: Double
  private let startsEffects: Bool
  private var generation: Generation?

  init(dispatcher: Dispatcher, budget: Double, startsEffects: Bool) {
    machine = dispatcher.tree.machine
    self.dispatcher = dispatcher
    effects = dispatcher.effects
    events = dispatcher.events
    self.budget = budget
    self.startsEffects = startsEffects
    events.willNotify = { [unowned(unsafe) self] in restReactions() }
  }

  func adopt(_ generation: Generation?) {
    self.generation = generation
    restReactions()
  }

  var functions: [HostFunction: HostFunctions.Body] {
    [
      .view: { [self] arguments in
        dispatcher.answer { [try arguments.first?.text.map(view(of:)) ?? views()] }
      },
      .computed: { [self] arguments in dispatcher.answer { [try computed(arguments.first?.text ?? "")] } },
    ]
  }

  private var features: [FeatureDefinition] { generation?.features ?? [] }
  private var reactions: [Reaction] { generation?.reactions ?? [] }

  /// The view states of all features that have one, by name. Throws a ``HostError`` if one fails.
  func views() throws(HostError) -> Value {
    var views = Record()
    for feature in features where feature.hasView { views[feature.name] = try view(of: feature.name) }
    return .map(views)
  }

  /// A feature's view state. Throws a ``HostError`` if it has none, or its view fails.
  func view(of feature: String) throws(HostError) -> Value {
    let views = generation?.views ?? [:]
    guard let view = views[feature] else {
      let problem =
        dispatcher.tree.slices[feature] == nil ? "there is no feature \"\(feature)\"" : "\(feature) has no view"
      throw HostError(
        code: "usage", message: "view: \(problem).\(didYouMean(feature, among: views.keys.sorted()))")
    }
    do throws(LuaError) { return try current(view, .view, feature) } catch {
      throw HostError(
        error, subject: "view of \(feature)", gaveWrong: generation?.place(of: ["view"], in: feature, machine))
    }
  }

  /// A computed value; those of a feature by name for its name, and those of all for an empty text. Throws a ``HostError`` if
  /// there is none of the name, or its function fails.
  func computed(_ path: String) throws(HostError) -> Value {
    let known = generation?.computed ?? [:]
    if let computed = known[path] {
      do throws(LuaError) { return try current(computed, .computed, path) } catch {
        throw HostError(error, subject: path.split(separator: ".").first.map(String.init) ?? "")
      }
    }
    let having = features.filter { !$0.derived.computed.isEmpty }
    var values = Record()
    if path.isEmpty {
      for feature in having { values[feature.name] = try computed(feature.name) }
    } else if let feature = features.first(where: { $0.name == path }) {
      for name in feature.derived.computed.sorted() { values[name] = try computed("\(path).\(name)") }
    } else {
      let names = path.contains(".") ? known.keys.sorted() : having.map(\.name)
      throw HostError(
        code: "usage", message: "computed: there is no \"\(path)\".\(didYouMean(path, among: names))")
    }
    return .map(values)
  }

  /// The present value of a view state or a computed value.
  func current(_ derived: DerivedValue, _ kind: Cost.Kind, _ name: String) throws(LuaError) -> Value {
    guard let meter = effects.profiler?.meter(kind, name) else {
      return try derived.current(in: machine, budget: budget)
    }
    let value = try meter.measure { () throws(LuaError) in try derived.current(in: machine, budget: budget) }
    // An unchanged value was not computed.
    if derived.isFresh { meter.cost.calls += 1 }
    return value
  }

  // MARK: reactions

  /// Starts the reactions to what the last action has changed.
  private func react() {
    let tree = dispatcher.tree
    let n = tree.last.n
    for reaction in reactions where reaction.isStale(in: machine) {
      guard let values = inputs(of: reaction, fires: true, action: n) else { continue }
      // A reaction may send, and the next action takes the place of this one.
      _ = tree.keepData()
      effects.ask(reaction.effect, action: TapeWriter.bytes(of: values), n: n, screen: tree.screen)
    }
  }

  /// Takes the present inputs for seen: undo, redo and reload start no reactions.
  func restReactions() {
    guard startsEffects, !reactions.isEmpty else {
      dispatcher.onCommit = nil
      return
    }
    dispatcher.onCommit = { [unowned(unsafe) self] in react() }
    for reaction in reactions where reaction.isStale(in: machine) {
      _ = inputs(of: reaction, fires: false, action: nil)
    }
  }

  /// The values that a reaction starts with; nil: it does not start.
  private func inputs(of reaction: Reaction, fires: Bool, action: Int?) -> Value? {
    do throws(LuaError) {
      let values = try machine.call(reaction.check, [.boolean(fires)], phase: .view, budget: budget).first
      return values == Value.none ? nil : values
    } catch {
      let failure = HostError(error, subject: reaction.effect.subject, notes: ["The reaction was not started."])
      events.emit(.error(failure, action: action))
      return nil
    }
  }
}
