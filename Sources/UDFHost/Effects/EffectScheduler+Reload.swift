import DequeModule

extension EffectScheduler {
  /// What a reload has ended otherwise than its feature wanted.
  enum Loss {
    /// It was to begin again and cannot: what began it is not kept, or the new code has no such effect.
    case notRestarted(EffectRun)
    /// It ran code older than what may go on.
    case outdated(EffectRun)
  }

  /// Ends what runs code that was loaded anew, or begins it again, if its feature wants that, and ends what runs older code
  /// still. What only waits for its turn or for a pause runs the new code when it begins. Gives what was lost, oldest first.
  ///
  /// - Parameters:
  ///   - policies: of the features whose code was loaded anew, by name.
  ///   - effects: those that there are now.
  ///   - generations: the generation that the code of each feature came with.
  ///   - action: gives an action by its number in byte form, nil if it is not kept.
  func renew(
    _ policies: [String: ReloadPolicy], _ effects: [HostEffect], generations: [String: Int], action: (Int) -> [UInt8]?
  ) -> [Loss] {
    let waiting = renewAskings(policies, effects)
    tasks.makeRuns()
    // What an engine asks is its own affair: it waits for the answer.
    let living = runs.filter { !$0.isCancelled && $0.action != 0 }.sorted { $0.number < $1.number }
    let former = living.filter { $0.effect.generation < generations[$0.effect.feature] ?? .max }
    let ending = former.filter { policies[$0.effect.feature] ?? .finish != .finish }
    let outdated = former.filter { run in
      let going = former.filter { $0.effect.feature == run.effect.feature }.map(\.effect.generation)
      return policies[run.effect.feature] ?? .finish == .finish && run.effect.generation < going.max() ?? 0
    }
    tasks.cancel(ending + outdated)
    var losses: [Loss] = []
    for run in ending where policies[run.effect.feature] == .restart {
      if let effect = effects.first(where: { $0.subject == run.effect.subject }), let n = run.action,
        let bytes = action(n)
      {
        ask(effect, action: bytes, n: n, screen: run.screen, pauses: false)
      } else {
        losses.append(.notRestarted(run))
      }
    }
    for (asking, screen) in waiting {
      ask(asking.effect, action: asking.action, n: asking.n, screen: screen, pauses: false)
    }
    return losses + outdated.map(Loss.outdated)
  }

  /// Gives what comes after those that begin again, in the order in which it was asked for.
  private func renewAskings(
    _ policies: [String: ReloadPolicy], _ effects: [HostEffect]
  ) -> [(EffectLane.Asking, screen: Int)] {
    var later: [(EffectLane.Asking, screen: Int)] = []
    for lane in lanes.values {
      guard let policy = policies[lane.key.feature] else { continue }
      if policy == .cancel {
        forgetAskings(of: lane)
        continue
      }
      let effect = effects.first { $0.feature == lane.key.feature && $0.action == lane.key.action }
      lane.pending = lane.pending.map { renewed($0, effect) }
      lane.queue = Deque(lane.queue.map { renewed($0, effect) })
      guard policy == .restart else { continue }
      for asking in lane.queue {
        count(asking.effect, -1)
        later.append((asking, lane.key.screen))
      }
      lane.queue.removeAll()
    }
    return later.sorted { $0.0.n < $1.0.n }
  }

  private func renewed(_ asking: EffectLane.Asking, _ effect: HostEffect?) -> EffectLane.Asking {
    // One that the new code does not have any more was asked for all the same.
    guard let effect else { return asking }
    count(asking.effect, -1)
    count(effect, 1)
    return EffectLane.Asking(effect: effect, action: asking.action, n: asking.n)
  }
}
