import LuaRuntime

extension AppHost {
  /// A feature's view state, made anew only if something that the view reads may have changed. Throws a ``HostError`` if there
  /// is no such view or it fails.
  public func view(of feature: String) throws(HostError) -> Value {
    guard let view = current.views[feature] else {
      let known = current.views.keys.sorted()
      let problem = tree.slices[feature] == nil ? "there is no feature \"\(feature)\"" : "\(feature) has no view"
      throw HostError(code: "usage", message: "view: \(problem).\(didYouMean(feature, among: known))")
    }
    do throws(LuaError) { return try current(view, .view, feature) } catch {
      throw HostError(error, subject: "view of \(feature)", gaveWrong: place(of: ["view"], in: feature))
    }
  }

  /// The view states of all features that have one, by name. Throws a ``HostError`` if one fails.
  public func views() throws(HostError) -> Value {
    var views = Record()
    for feature in current.features where feature.hasView { views[feature.name] = try view(of: feature.name) }
    return .map(views)
  }

  /// A computed value; those of a feature by name for its name, and those of all for an empty text. Computed only if an input
  /// has changed since it was last. Throws a ``HostError`` if there is none of the name or it fails.
  ///
  ///     try host.computed("cart.total")   // .number(39.8)
  public func computed(_ path: String = "") throws(HostError) -> Value {
    if let computed = current.computed[path] {
      do throws(LuaError) { return try current(computed, .computed, path) } catch {
        throw HostError(error, subject: path.split(separator: ".").first.map(String.init) ?? "")
      }
    }
    let having = current.features.filter { !$0.derived.computed.isEmpty }
    var values = Record()
    if path.isEmpty {
      for feature in having { values[feature.name] = try computed(feature.name) }
    } else if let feature = current.features.first(where: { $0.name == path }) {
      for name in feature.derived.computed.sorted() { values[name] = try computed("\(path).\(name)") }
    } else {
      let known = path.contains(".") ? current.computed.keys.sorted() : having.map(\.name)
      throw HostError(
        code: "usage", message: "computed: there is no \"\(path)\".\(didYouMean(path, among: known))")
    }
    return .map(values)
  }

  /// What a view state or a computed value is now.
  func current(_ derived: DerivedValue, _ kind: Cost.Kind, _ name: String) throws(LuaError) -> Value {
    let budget = configuration.timeBudget
    guard let meter = effects.profiler?.meter(kind, name) else {
      return try derived.current(in: machine, budget: budget)
    }
    let value = try meter.measure { () throws(LuaError) in try derived.current(in: machine, budget: budget) }
    // What is still as it was did not run.
    if derived.isFresh { meter.cost.calls += 1 }
    return value
  }

  // MARK: reactions

  /// After an action: starts the reactions to what it has changed.
  func react() {
    let n = tree.last.n
    for reaction in current.reactions where reaction.isStale(in: machine) {
      guard let values = inputs(of: reaction, fires: true, action: n) else { continue }
      // As with effects: what runs may send, and the next action takes the place of this one.
      tree.bytes = tree.bytes ?? machine.action
      effects.ask(reaction.effect, action: TapeWriter.bytes(of: values), n: n, screen: tree.screen)
    }
  }

  /// From now on reactions wait for changes of what is there now: undo, redo and reload start none.
  func restReactions() {
    hasReactions = configuration.startsEffects && !current.reactions.isEmpty
    guard hasReactions else { return }
    for reaction in current.reactions where reaction.isStale(in: machine) {
      _ = inputs(of: reaction, fires: false, action: nil)
    }
  }

  /// What a reaction is started with, nil if it is not.
  private func inputs(of reaction: Reaction, fires: Bool, action: Int?) -> Value? {
    do throws(LuaError) {
      let budget = configuration.timeBudget
      let values = try machine.call(reaction.check, [.boolean(fires)], phase: .view, budget: budget).first
      return values == Value.none ? nil : values
    } catch {
      let failure = HostError(error, subject: reaction.effect.subject, notes: ["The reaction was not started."])
      emit(.error(failure, action: action))
      return nil
    }
  }
}
