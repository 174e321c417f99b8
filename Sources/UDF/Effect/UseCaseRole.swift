/// The role of an output in a run of its use case.
///
///     var role: UseCaseRole { if case .started = self { .start } else { .end } }
public enum UseCaseRole: Sendable {
  /// The start of the run: at most once, before all other outputs.
  case start
  /// The end of the run: exactly once, and no output follows.
  case end
}
