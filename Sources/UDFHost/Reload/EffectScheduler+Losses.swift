extension EffectScheduler.Loss: CustomStringConvertible {
  /// As a warning reports it.
  var description: String {
    switch self {
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
