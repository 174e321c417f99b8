import LuaRuntime

/// Access to the host for the tools around an app.
extension AppHost {
  package var loadedApp: Generation { current }

  /// The name that errors use for the running effect; nil if no effect runs.
  package var runningEffect: String? { effects.caller?.effect.subject }

  /// The effects that have not ended, by the names that errors use.
  package var effectsInFlight: [String] { effects.inFlight }

  /// Seconds until a sleeping effect continues; nil if none sleeps.
  package var nextEffectDue: Double? { effects.nextDue }

  /// Adds the functions of test files. No engine runs afterwards.
  package func attach(_ test: any HostFunctionProvider) {
    prelude.hostFunctions.add(test)
    engines.isEnabled = false
  }

  /// Advances the host's clock to `end`, and runs what becomes due meanwhile.
  package func advance(_ clock: ManualClock, to end: Double) { runLoop.advance(clock, to: end) }

  /// Releases the app and everything that it has started, so that the host is as before the first load.
  package func empty() {
    effects.cancelAll()
    reloader.unload()
    effects.ledger.clear()
    travel.clear()
  }

  /// Runs an app that a script has made. `state` is added to the initial states of its features. No action is sent.
  package func run(_ app: LuaReference, modules: [String: Module], state: Value, at site: String) throws(HostError) {
    try reloader.run(app, modules: modules, state: state, at: site)
  }

  /// Runs the files into a generation and validates all of it, without starting it.
  package func stage() throws(HostError) -> Generation { try reloader.stage(keeping: [:], reset: true) }

  /// Reduces a recorded action without its effects.
  package func reduceAgain(_ type: String, _ fields: Record, origin: Origin) -> (status: Status, error: HostError?) {
    let id = tree.actions.number(of: type) ?? -1
    tree.reduce(.named(type, fields, id: id, origin: origin))
    return (tree.last.status, tree.error)
  }

  package var lastChanges: [Change] { tree.lastChanges }

  /// Calls `body` with the changes of the last action in byte form.
  package func withLastChanges(_ body: (UnsafeRawBufferPointer) -> Void) { tree.withLastChanges(body) }

  /// Whether a feature of the running app is written in Lua; nil if there is no such feature.
  package func isInLua(_ feature: String) -> Bool? { tree.slices[feature].map { $0 is LuaSlice } }
}
