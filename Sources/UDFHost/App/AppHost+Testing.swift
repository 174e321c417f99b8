import LuaRuntime

/// What the tools around an app need of its host.
extension AppHost {
  /// The app as its files make it now.
  package var loadedApp: Generation { current }

  /// What errors call the effect that runs now; nil if none does.
  package var runningEffect: String? { effects.caller?.effect.subject }

  /// The effects that have not ended, as errors call them.
  package var effectsInFlight: [String] { effects.inFlight }

  /// Seconds until an effect continues that sleeps; nil if none does.
  package var nextEffectDue: Double? { effects.nextDue }

  /// Advances the host's clock to `end`, and runs what is due on the way.
  package func advance(_ clock: ManualClock, to end: Double) {
    turn()
    // An effect that always sleeps no time at all is ended by the budget of its test.
    while let moment = effects.nextResumption, moment <= end, !machine.isStopping {
      clock.wait(until: moment, bell: bell)
      turn()
    }
    clock.wait(until: end, bell: bell)
  }

  /// Lets go of the app and everything that it has started, as if none had ever run.
  package func empty() {
    effects.cancelAll()
    for slice in tree.slices.values { tree.remove(slice) }
    tree.slices = [:]
    tree.history.clear()
    parked = [:]
    current = nil
  }

  /// Runs an app that a script has made; `state` is what its features begin with besides their own. Nothing is sent.
  package func run(_ app: LuaReference, modules: [String: Module], state: Value, at site: String) throws(HostError) {
    var generation = try build(app, modules: modules)
    do throws(HostError) {
      if case .map(let contents) = state {
        for (name, content) in contents {
          guard let feature = generation.features.first(where: { $0.name == name }) else {
            let known = generation.features.map(\.name)
            throw HostError(
              at: site, "test.store: state.\(name): there is no feature \"\(name)\".\(didYouMean(name, among: known))")
          }
          parked[name] = ParkedState(version: feature.version, content: content)
        }
      }
      try probe(&generation)
    } catch {
      generation.discard(from: tree)
      throw error
    }
    commit(generation)
  }
}
