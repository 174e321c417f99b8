import DequeModule

extension EffectScheduler {
  /// What a reload has ended otherwise than its feature wanted.
  enum Loss {
    /// It was to begin again and cannot: what began it is not kept, or the new code has no such effect.
    case notRestarted(EffectRun)
    /// It ran code that is older than the generation before.
    case outdated(EffectRun)
  }

  /// Cancels runs of features whose code was loaded anew, or begins them again, if the feature wants that, and cancels what
  /// runs older code still. What only waits for its turn or for a pause runs the new code when it begins. Returns what was
  /// lost, oldest first.
  ///
  /// - Parameters:
  ///   - policies: of the features whose code was loaded anew, by name.
  ///   - effects: the effects of the new generation.
  ///   - generations: the generation that the code of each feature came with.
  ///   - action: returns an action by its number in byte form, nil if it is not kept.
  func renew(
    _ policies: [String: ReloadPolicy], _ effects: [HostEffect], generations: [String: Int], action: (Int) -> [UInt8]?
  ) -> [Loss] {
    let waiting = renewRequests(policies, effects)
    makeRuns()
    // What an engine requests is its own affair: it waits for the answer.
    let living = runs.values.filter { !$0.isCancelled && $0.action != 0 }.sorted { $0.number < $1.number }
    let former = living.filter { $0.effect.generation < generations[$0.effect.feature] ?? .max }
    let ending = former.filter { policies[$0.effect.feature] ?? .finish != .finish }
    // No reload changes the code of an effect in Swift, so that is never too old.
    let finishing = former.filter { policies[$0.effect.feature] ?? .finish == .finish && !$0.effect.isNative }
    let newest = Dictionary(finishing.map { ($0.effect.feature, $0.effect.generation) }, uniquingKeysWith: max)
    let outdated = finishing.filter { $0.effect.generation < newest[$0.effect.feature] ?? 0 }
    cancel(ending + outdated)
    var losses: [Loss] = []
    for run in ending where policies[run.effect.feature] == .restart {
      let isAgain = restart(run, among: effects, action: action)
      if !isAgain { losses.append(.notRestarted(run)) }
    }
    for (request, screen) in waiting {
      ask(request.effect, action: request.action, n: request.n, screen: screen, pauses: false)
    }
    return losses + outdated.map(Loss.outdated)
  }

  /// Begins a run again, one in Swift with what its reducer returned for the action; false if it cannot.
  private func restart(_ run: EffectRun, among effects: [HostEffect], action: (Int) -> [UInt8]?) -> Bool {
    let effect = effects.first { $0.subject == run.effect.subject && $0.isNative == run.effect.isNative }
    guard let effect, let n = run.action else { return false }
    if let native = run.native {
      start(native.effect, of: effect, n: n, screen: run.screen)
      return true
    }
    guard let bytes = action(n) else { return false }
    ask(effect, action: bytes, n: n, screen: run.screen, pauses: false)
    return true
  }

  /// Returns the requests that come after those that begin again, in their order.
  private func renewRequests(
    _ policies: [String: ReloadPolicy], _ effects: [HostEffect]
  ) -> [(EffectLane.Request, screen: Int)] {
    var later: [(EffectLane.Request, screen: Int)] = []
    for lane in lanes.values {
      guard let policy = policies[lane.key.feature] else { continue }
      if policy == .cancel {
        forgetRequests(of: lane)
        continue
      }
      let effect = effects.first { $0.feature == lane.key.feature && $0.action == lane.key.action && !$0.isNative }
      lane.pending = lane.pending.map { renewed($0, effect) }
      lane.queue = Deque(lane.queue.map { renewed($0, effect) })
      guard policy == .restart else { continue }
      for request in lane.queue {
        removed(request)
        later.append((request, lane.key.screen))
      }
      lane.queue.removeAll()
    }
    return later.sorted { $0.0.n < $1.0.n }
  }

  private func renewed(_ request: EffectLane.Request, _ effect: HostEffect?) -> EffectLane.Request {
    // One that the new code does not have any more was requested all the same.
    guard let effect else { return request }
    let renewed = EffectLane.Request(effect, request.action, n: request.n)
    removed(request)
    added(renewed)
    return renewed
  }
}
