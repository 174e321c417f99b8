import LuaRuntime

/// Who cancels what. A cancelled effect in Lua runs its clean-up; in both languages its actions are refused from then on.
extension EffectScheduler {
  /// Cancels the runs of a feature with this id, or, if they have none, of this action, or the one that has this label; for
  /// an effect of a screen, not those of other screens.
  func cancel(feature: String, id: Value) {
    guard let text = id.idText, !text.isEmpty else { return }
    tasks.makeRuns()
    let own = tasks.screen
    let canceller = tasks.cause
    var meant: [EffectRun] = []
    for screen in [0, own == 0 ? EffectName.anyScreen : own] {
      let name = EffectName(feature: feature, text: text, screen: screen)
      for lane in namedLanes.objects(for: name) {
        if let request = lane.pending { displace(request.n, by: canceller) }
        for request in lane.queue { displace(request.n, by: canceller) }
        forgetRequests(of: lane)
      }
      meant += namedRuns.objects(for: name)
    }
    if let number = EffectRun.number(inLabel: text), let run = runs[number], run.effect.feature == feature {
      let isInReach = own == 0 || run.screen == 0 || run.screen == own
      if isInReach, !meant.contains(where: { $0 === run }) { meant.append(run) }
    }
    for run in meant { displace(run.action ?? 0, by: canceller) }
    cancel(meant)
  }

  /// Cancels what belongs to screens that are gone.
  func cancel(screens: [Int]) {
    tasks.makeRuns()
    var gone: [EffectRun] = []
    for screen in screens {
      gone += runsOfScreens.objects(for: screen)
      for lane in lanesOfScreens.objects(for: screen) {
        lane.closedUntil = -.infinity
        forgetRequests(of: lane)
      }
    }
    cancel(gone)
  }

  /// Cancels what actions from this number on have begun or requested: they were undone.
  func cancel(since n: Int) { cancel { $0 >= n } }

  /// Cancels what these actions have begun or requested.
  func cancel(actions areMeant: (Int) -> Bool) {
    tasks.makeRuns()
    for lane in lanes.values { forgetRequests(of: lane) { areMeant($0.n) } }
    cancel(runs.values.filter { $0.action.map(areMeant) ?? false })
  }

  /// Cancels everything. What an effect requests while it ends is refused; `forGood`, so is all that is requested later.
  func cancelAll(forGood: Bool = false) {
    isStopping = true
    tasks.makeRuns()
    for lane in lanes.values { forgetRequests(of: lane) }
    cancel(Array(runs.values))
    isStopping = forGood
  }

  /// Cancels runs, those in Swift first and then the oldest first.
  func cancel(_ runs: [EffectRun]) {
    let runs = runs.filter { !$0.isCancelled }.sorted { $0.number < $1.number }
    for run in runs {
      guard let native = run.native else { continue }
      tasks.markAsCancelled(run)
      jobs.cancel(native.scope)
    }
    tasks.cancel(runs.filter { $0.native == nil })
  }

  /// Reports that the effect of an action gives way to that of another one.
  func displace(_ action: Int, by other: Int) {
    if action != 0, other != 0, action != other { onDisplaced(action, other) }
  }
}

extension EffectName {
  var onAnyScreen: EffectName { EffectName(feature: feature, text: text, screen: EffectName.anyScreen) }
}
