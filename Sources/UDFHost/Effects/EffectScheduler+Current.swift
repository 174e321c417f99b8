import LuaRuntime

/// The effect in Lua that runs now.
extension EffectScheduler {
  /// The run whose task was resumed; nil: no effect runs, or one of ``starts`` does.
  private var resumedRun: EffectRun? {
    // All runs that the scheduler passes to the task runner have this type.
    tasks.running.map { unsafeDowncast($0.run, to: EffectRun.self) }
  }

  /// The run of the innermost effect that has not waited yet, made if necessary; nil if there is none.
  var startingRun: EffectRun? { starts.isEmpty ? nil : makeRun(at: starts.count - 1) }

  /// Whether the effect was cancelled, so that its actions are refused.
  var isCancelled: Bool { tasks.running?.isCancelled ?? starts.last?.run?.isCancelled ?? false }

  /// The effect's screen; 0: none.
  var screen: Int { resumedRun?.screen ?? starts.last?.screen ?? 0 }

  /// The number of the action that causes the effect's actions; 0: none.
  var cause: Int { resumedRun?.cause ?? starts.last?.cause ?? 0 }

  /// The number of the action whose undo cancels the effect; 0: none.
  var owner: Int { resumedRun?.owner ?? starts.last?.owner ?? 0 }

  /// The effect's run, made if necessary; nil if no effect runs.
  var run: EffectRun? { resumedRun ?? startingRun }

  /// nil if no effect runs.
  var effect: HostEffect? { resumedRun?.effect ?? starts.last?.effect }

  /// See ``EffectRun/label``.
  var label: String? { resumedRun?.label ?? starts.last.map { EffectRun.label($0.number) } }

  /// The run that calls a service now and can wait for the result; nil: none.
  var caller: EffectRun? { tasks.current == nil ? nil : run }

  /// Sets the service function that the present coroutine waits for, for the list of effects.
  func setCallee(_ callee: (service: String, method: String)?) { tasks.current?.callee = callee }

  /// Makes runs of all effects that have started, for callers that search the runs.
  func makeRuns() { for position in starts.indices { makeRun(at: position) } }

  @discardableResult func makeRun(at position: Int) -> EffectRun {
    if let run = starts[position].run { return run }
    let run = EffectRun(starts[position], of: self)
    starts[position].run = run
    keep(run)
    return run
  }

  // MARK: costs

  /// Returns the meter of an effect's costs; nil while costs are not measured.
  func meter(of effect: HostEffect) -> Meter? {
    profiler?.meter(.effect, effect.action.isEmpty ? effect.subject : effect.fullName)
  }

  /// Measures one step of a run that has waited.
  func measure(_ run: any TaskRun, _ step: () -> Void) {
    let run = unsafeDowncast(run, to: EffectRun.self)
    guard let meter = meter(of: run.effect) else { return step() }
    meter.measure(of: run.action ?? 0, step)
  }
}
