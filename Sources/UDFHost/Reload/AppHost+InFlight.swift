extension AppHost {
  /// After a reload: effects in flight go on, end or begin again as the new code wants it, and what runs code older than the
  /// one before it ends.
  func renewEffects() {
    let renewed = current.features.filter { $0.generation == current.number }
    let losses = effects.renew(
      Dictionary(uniqueKeysWithValues: renewed.map { ($0.name, $0.onReload) }),
      current.effects + current.reactions.map(\.effect) + tree.nativeEffects,
      generations: Dictionary(uniqueKeysWithValues: current.features.map { ($0.name, $0.generation) })
    ) { [tree] n in tree.history.entry(n).map(tree.history.bytes) }
    for loss in losses { emit(.log(level: "warning", message: text(of: loss), fields: [:])) }
  }

  private func text(of loss: EffectScheduler.Loss) -> String {
    switch loss {
    case .notRestarted(let run):
      """
      \(run.described) was cancelled by the reload and cannot begin again
        What began it is not kept, or the new code has no such effect.
      """
    case .outdated(let run):
      """
      \(run.described) was cancelled: it ran the code of generation \(run.effect.generation)
        Besides the present code of a feature only that of one former generation goes on.
      """
    }
  }
}

extension EffectRun {
  /// `effect of cart/add (#3)`
  fileprivate var described: String { effect.subject + (action.map { " (#\($0))" } ?? "") }
}
