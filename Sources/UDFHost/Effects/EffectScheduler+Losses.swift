extension EffectScheduler.Loss: CustomStringConvertible {
  var description: String {
    switch self {
    case .notRestarted(let run):
      """
      \(run.described) was cancelled by the reload and cannot restart
        Its action is not kept, or the new code has no such effect.
      """
    case .outdated(let run):
      """
      \(run.described) was cancelled: it ran the code of generation \(run.effect.generation)
        Only the present code of a feature and that of one earlier generation can run.
      """
    }
  }
}

extension EffectRun {
  /// `effect of cart/add (#3)`
  fileprivate var described: String { effect.subject + (action.map { " (#\($0))" } ?? "") }
}
