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

  /// Lets a test answer the functions of test files. No engine runs from now on.
  package func attach(_ test: any HostFunctionProvider) {
    prelude.hostFunctions.add(test)
    engines.isEnabled = false
  }

  /// Advances the host's clock to `end`, and runs what is due on the way.
  package func advance(_ clock: ManualClock, to end: Double) { runLoop.advance(clock, to: end) }

  /// Releases the app and everything that it has started, as if none had ever run.
  package func empty() {
    effects.cancelAll()
    reloader.unload()
    effects.ledger.clear()
    travel.clear()
  }

  /// Runs an app that a script has made; `state` is what its features begin with besides their own. Nothing is sent.
  package func run(_ app: LuaReference, modules: [String: Module], state: Value, at site: String) throws(HostError) {
    try reloader.run(app, modules: modules, state: state, at: site)
  }

  /// Runs the files into a generation and validates it whole, without running it.
  package func stage() throws(HostError) -> Generation { try reloader.stage(keeping: [:], reset: true) }

  /// Reduces a recorded action; nothing follows from it.
  package func reduceAgain(_ type: String, _ fields: Record, origin: Origin) -> (status: Status, error: HostError?) {
    let id = tree.actions.number(of: type) ?? -1
    tree.reduce(.named(type, fields, id: id, origin: origin))
    return (tree.last.status, tree.error)
  }

  /// What the last action has changed.
  package var lastChanges: [Change] { tree.lastChanges }

  /// Calls `body` with that in byte form.
  package func withLastChanges(_ body: (UnsafeRawBufferPointer) -> Void) { tree.withLastChanges(body) }

  /// Whether a feature of the app that runs is written in Lua; nil if there is none of the name.
  package func isInLua(_ feature: String) -> Bool? { tree.slices[feature].map { $0 is LuaSlice } }
}
