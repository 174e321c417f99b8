import DequeModule

extension EffectScheduler {
  /// Cancels or restarts the runs of reloaded features, as their policies demand, and cancels runs of older code. Waiting
  /// requests start with the new code. Returns log messages, with a warning about each cancelled run that had no policy.
  ///
  /// - Parameters:
  ///   - policies: the policies of the features whose code was reloaded, by name.
  ///   - effects: the effects of the new generation.
  ///   - generations: the generation in which the code of each feature was loaded.
  ///   - action: returns an action by its number in byte form; nil if it is not kept.
  func renew(
    _ policies: [String: ReloadPolicy], _ effects: [HostEffect], generations: [String: Int], action: (Int) -> [UInt8]?
  ) -> [(level: String, text: String)] {
    let waiting = renewRequests(policies, effects)
    makeRuns()
    // The runs of engines are left alone: an engine waits for their result.
    let living = runs.values.filter { !$0.isCancelled && $0.action != 0 }.sorted { $0.number < $1.number }
    let former = living.filter { $0.effect.generation < generations[$0.effect.feature] ?? .max }
    let ending = former.filter { policies[$0.effect.feature] ?? .finish != .finish }
    // A reload does not change effects in Swift, so they are never outdated.
    let finishing = former.filter { policies[$0.effect.feature] ?? .finish == .finish && !$0.effect.isNative }
    let newest = Dictionary(finishing.map { ($0.effect.feature, $0.effect.generation) }, uniquingKeysWith: max)
    let outdated = finishing.filter { $0.effect.generation < newest[$0.effect.feature] ?? 0 }
    cancel(ending + outdated)
    let cancelled = ending.filter { policies[$0.effect.feature] == .cancel }
    var (restarted, lost): ([EffectRun], [EffectRun]) = ([], [])
    for run in ending where policies[run.effect.feature] == .restart {
      if restart(run, among: effects, action: action) { restarted.append(run) } else { lost.append(run) }
    }
    for (request, screen) in waiting {
      self.request(request.effect, action: request.action, n: request.n, screen: screen, pauses: false)
    }
    let done = [
      ("cancelled by the reload, as onReload demands", cancelled),
      ("cancelled and started again by the reload, as onReload demands", restarted),
      (EffectScheduler.goesOn, finishing.filter { !$0.isCancelled && policies[$0.effect.feature] != nil }),
    ]
    return done.filter { !$1.isEmpty }.map { ("info", "\(described($1)): \($0)") }
      + lost.map { ("warning", "\(described([$0])) \(EffectScheduler.notRestarted)") }
      + outdated.map { ("warning", "\(described([$0])) \(EffectScheduler.tooOld($0.effect.generation))") }
  }

  private static let goesOn = #"continues with its code of before the reload; onReload = "restart" starts it again"#
  private static let notRestarted =
    "was cancelled by the reload and cannot restart\n  Its action is not kept, or the new code has no such effect."

  private static func tooOld(_ generation: Int) -> String {
    "was cancelled: it ran the code of generation \(generation)\n"
      + "  Only the present code of a feature and that of one earlier generation can run."
  }

  /// `effect of cart/add (#3), effect of cart/load (#4) and 2 more`
  private func described(_ runs: [EffectRun]) -> String {
    let names = runs.prefix(3).map { $0.effect.subject + ($0.action.map { " (#\($0))" } ?? "") }.joined(separator: ", ")
    return runs.count > 3 ? "\(names) and \(runs.count - 3) more" : names
  }

  /// Starts a run again, in Swift with the effect that its reducer returned for the action; returns false if it cannot.
  private func restart(_ run: EffectRun, among effects: [HostEffect], action: (Int) -> [UInt8]?) -> Bool {
    let effect = effects.first { $0.subject == run.effect.subject && $0.isNative == run.effect.isNative }
    guard let effect, let n = run.action else { return false }
    if let native = run.native {
      start(native.effect, of: effect, n: n, screen: run.screen)
      return true
    }
    guard let bytes = action(n) else { return false }
    request(effect, action: bytes, n: n, screen: run.screen, pauses: false)
    return true
  }

  /// Updates the requests, and returns those that must start after the restarted runs, in their order.
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
    // A request whose effect was removed still runs with its old code.
    guard let effect else { return request }
    let renewed = EffectLane.Request(effect, request.action, n: request.n, number: request.number, time: request.time)
    removed(request)
    added(renewed)
    return renewed
  }
}
