/// What an output means for the run of its use case.
public enum UseCaseRole: Sendable {
  /// The run has begun: at most once, before all else.
  case start
  /// The run is over: exactly once, and nothing follows.
  case end
}
