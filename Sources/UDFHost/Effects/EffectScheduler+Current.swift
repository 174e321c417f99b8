import LuaRuntime

/// The effect in Lua that runs now.
extension EffectScheduler {
  /// The run whose task has been resumed; nil: none, or one of ``starts`` runs.
  private var resumedRun: EffectRun? {
    // All runs that the scheduler gives to the task runner are of this type.
    tasks.running.map { unsafeDowncast($0.run, to: EffectRun.self) }
  }

  /// The run of the innermost effect that has not waited yet, made if there is none; nil if none has begun.
  var startingRun: EffectRun? { starts.isEmpty ? nil : makeRun(at: starts.count - 1) }

  /// Whether it was cancelled, so that the actions that it still sends are refused.
  var isCancelled: Bool { tasks.running?.isCancelled ?? starts.last?.run?.isCancelled ?? false }

  /// Its screen; 0: none.
  var screen: Int { resumedRun?.screen ?? starts.last?.screen ?? 0 }

  /// The number of the action that causes what it sends; 0: none.
  var cause: Int { resumedRun?.cause ?? starts.last?.cause ?? 0 }

  /// The number of the action whose undo ends it; 0: none.
  var owner: Int { resumedRun?.owner ?? starts.last?.owner ?? 0 }

  /// Its run, made if there is none; nil if no effect runs.
  var run: EffectRun? { resumedRun ?? startingRun }

  /// nil if no effect runs.
  var effect: HostEffect? { resumedRun?.effect ?? starts.last?.effect }

  /// See ``EffectRun/label``.
  var label: String? { resumedRun?.label ?? starts.last.map { EffectRun.label($0.number) } }

  /// The run that calls a service now and may wait for it; nil if none does.
  var caller: EffectRun? { tasks.current == nil ? nil : run }

  /// Makes runs of all effects that have begun, for a caller that looks for some.
  func makeRuns() {
    for position in starts.indices { makeRun(at: position) }
  }

  @discardableResult func makeRun(at position: Int) -> EffectRun {
    if let run = starts[position].run { return run }
    let run = EffectRun(starts[position], of: self)
    starts[position].run = run
    keep(run)
    return run
  }

  // MARK: costs

  /// What adds up the costs of an effect; nil while nothing is measured.
  func meter(of effect: HostEffect) -> Meter? {
    profiler?.meter(.effect, effect.action.isEmpty ? effect.subject : effect.fullName)
  }

  /// Measures the step of a run that has waited.
  func measure(_ run: any TaskRun, _ step: () -> Void) {
    guard let meter = meter(of: unsafeDowncast(run, to: EffectRun.self).effect) else { return step() }
    meter.measure(step)
  }
}
