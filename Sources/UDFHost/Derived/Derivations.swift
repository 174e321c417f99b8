import LuaRuntime

/// Computes view states and computed values again after a change of their inputs, and starts reactions.
final class Derivations: GenerationAdopter, HostFunctionProvider {
  private let machine: LuaMachine
  private let dispatcher: Dispatcher
  private let effects: EffectScheduler
  private let events: EventHub
  /// The processor time in seconds that one call of a view or computed value may use.
  private let budget: Double
  private let startsEffects: Bool
  private var generation: Generation?

  init(dispatcher: Dispatcher, budget: Double, startsEffects: Bool) {
    machine = dispatcher.machine
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

  /// Returns the view states of all features that have a view, by name. Throws a ``HostError`` if one fails.
  func views() throws(HostError) -> Value {
    var views = Record()
    for feature in features where feature.hasView { views[feature.name] = try view(of: feature.name) }
    return .map(views)
  }

  /// Returns a feature's view state. Throws a ``HostError`` if the feature has no view, or its view fails.
  func view(of feature: String) throws(HostError) -> Value {
    let views = generation?.views ?? [:]
    guard let view = views[feature] else {
      let problem =
        dispatcher.slice(feature) == nil ? "there is no feature \"\(feature)\"" : "\(feature) has no view"
      let isScene = generation?.scenes.contains { $0.name == feature } == true
      let hint = isScene ? " The top scene has nav.view." : didYouMean(feature, among: views.keys.sorted())
      throw HostError(usage: "view: \(problem).\(hint)")
    }
    do throws(LuaError) { return try current(view, .view, feature) } catch {
      throw HostError(
        error, subject: "view of \(feature)", gaveWrong: generation?.place(of: ["view"], in: feature, machine))
    }
  }

  /// Returns a computed value by its path; for the name of a feature, its computed values by name; for an empty text,
  /// those of all features. Throws a ``HostError`` if there is no such value, or its function fails.
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
      throw HostError(usage: "computed: there is no \"\(path)\".\(didYouMean(path, among: names))")
    }
    return .map(values)
  }

  /// Returns the present value of a view state or a computed value.
  func current(_ derived: DerivedValue, _ kind: Cost.Kind, _ name: String) throws(LuaError) -> Value {
    guard let meter = effects.profiler?.meter(kind, name) else {
      return try derived.current(in: machine, budget: budget)
    }
    let value = try meter.measure { () throws(LuaError) in try derived.current(in: machine, budget: budget) }
    // If the value was not computed again, the call does not count.
    if derived.isFresh { meter.cost.calls += 1 } else { effects.profiler?.dropLastSpan() }
    return value
  }

  // MARK: reactions

  /// Starts the reactions whose inputs the last action has changed. They belong to no screen: they follow the state.
  private func react() {
    let tree = dispatcher.tree
    let n = tree.last.n
    for reaction in reactions where reaction.isStale(in: machine) {
      guard let values = inputs(of: reaction, fires: true, action: n) else { continue }
      // A reaction may send, and the next action overwrites the data of this one.
      _ = tree.keepData()
      effects.request(reaction.effect, action: TapeWriter.bytes(of: values), n: n)
    }
  }

  /// Starts the reactions whose inputs actions of other hosts have changed. They belong to no action of this host.
  func reactToOthers() {
    start(followers { _ in true })
  }

  /// Marks the present inputs as seen. Returns the reactions that follow an undo and whose inputs it has changed, with these inputs.
  func followUndo() -> [(Reaction, Value)] { followers(where: \.followsUndo) }

  /// Starts reactions that belong to no action.
  func start(_ reactions: [(Reaction, Value)]) {
    for (reaction, values) in reactions { effects.request(reaction.effect, action: TapeWriter.bytes(of: values), n: 0) }
  }

  private func followers(where follows: (Reaction) -> Bool) -> [(Reaction, Value)] {
    reactions.filter { $0.isStale(in: machine) }.compactMap { reaction in
      inputs(of: reaction, fires: startsEffects && follows(reaction), action: nil).map { (reaction, $0) }
    }
  }

  /// Marks the present inputs as seen, so that loads and reloads start no reactions.
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

  /// Returns the values with which a reaction starts; nil: it does not start.
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
