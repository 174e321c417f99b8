import LuaRuntime

/// Cancels effects. A cancelled effect in Lua runs its clean-up. Actions of cancelled effects are refused.
extension EffectScheduler {
  /// Cancels the feature's runs with this id or label, and its runs without an id that this action started. An effect
  /// of a screen does not cancel effects of other screens.
  func cancel(feature: String, id: Value) {
    guard let text = id.idText, !text.isEmpty else { return }
    makeRuns()
    let own = screen
    let canceller = owner
    var meant: [EffectRun] = []
    for screen in [0, own == 0 ? EffectName.anyScreen : own] {
      let name = EffectName(feature: feature, text: text, screen: screen)
      for lane in namedLanes.objects(for: name) {
        absorbRequests(of: lane, by: canceller)
      }
      meant += namedRuns.objects(for: name)
    }
    if let number = EffectRun.number(inLabel: text), let run = runs[number], run.effect.feature == feature {
      let isInReach = own == 0 || run.screen == 0 || run.screen == own
      if isInReach, !meant.contains(where: { $0 === run }) { meant.append(run) }
    }
    cancel(meant, by: canceller)
  }

  /// Cancels the effects of screens that an action has removed; 0: no action.
  func cancel(screens: [Int], by action: Int) {
    makeRuns()
    var gone: [EffectRun] = []
    for screen in screens {
      gone += runsOfScreens.objects(for: screen)
      for lane in lanesOfScreens.objects(for: screen) {
        lane.open()
        absorbRequests(of: lane, by: action)
      }
    }
    cancel(gone, by: action)
  }

  /// Returns the effects that run for actions whose undo cancels them.
  func losses(ofUndone areMeant: (Int) -> Bool) -> [LostEffect] {
    runs.values.filter { areMeant($0.owner) && !$0.isCancelled }.sorted { $0.number < $1.number }
      .map { LostEffect(n: $0.owner, effect: $0.effect.subject, manner: .cancelled, by: $0.owner) }
  }

  /// Cancels what these actions have started or requested, and ends the pauses that they caused. Requests that waited
  /// for a cancelled run start in the next turn, after the caller's own work.
  func cancel(actions areMeant: (Int) -> Bool) {
    makeRuns()
    if heldLanes == nil { heldLanes = [] }
    for lane in lanes.values {
      if lane.closedBy > 0, areMeant(lane.closedBy) { lane.open() }
      forgetRequests(of: lane) { areMeant($0.n) }
    }
    for loss in losses(ofUndone: areMeant) { ledger.add(loss) }
    cancel(runs.values.filter { areMeant($0.owner) })
    if heldLanes?.isEmpty ?? false { heldLanes = nil }
  }

  /// Cancels all runs, requests and pauses. Ending effects cannot start others, nor can later ones with `forGood`.
  func cancelAll(forGood: Bool = false) {
    let wasStopping = isStopping
    isStopping = true
    makeRuns()
    for lane in lanes.values {
      lane.open()
      forgetRequests(of: lane)
    }
    cancel(Array(runs.values))
    // The timers of cancelled requests would retain their code.
    tasks.timers.removeIdle()
    isStopping = wasStopping || forGood
  }

  /// Cancels runs, first those in Swift, and then the others, the oldest first.
  func cancel(_ runs: [EffectRun]) {
    let runs = runs.filter { !$0.isCancelled }.sorted { $0.number < $1.number }
    for run in runs {
      guard let native = run.native else { continue }
      tasks.markAsCancelled(run)
      jobs.cancel(native.scope)
    }
    tasks.cancel(runs.filter { $0.native == nil })
  }

  /// Cancels runs because of an action, and records that.
  func cancel(_ runs: [EffectRun], by action: Int) {
    for run in runs.sorted(by: { $0.number < $1.number }) where !run.isCancelled {
      ledger.add(.cancelled, run.effect, of: run.owner, by: action)
    }
    cancel(runs)
  }

  /// Drops the requests that wait in a lane because of an action, and records that.
  private func absorbRequests(of lane: EffectLane, by action: Int) {
    for request in lane.queue + [lane.pending].compactMap(\.self) {
      absorb(request.effect, of: request.n, by: action)
    }
    forgetRequests(of: lane)
  }
}

extension EffectName {
  var onAnyScreen: EffectName { EffectName(feature: feature, text: text, screen: EffectName.anyScreen) }
}
