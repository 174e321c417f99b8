/// The result of a pull.
public enum PullOutcome: Sendable, Hashable {
  /// The rows were equal to the server's a short time ago, so the engine sent no request.
  case fresh
  /// The server had changes, and the cache has stored them.
  case changed
  /// The server had no changes.
  case unchanged
  /// The pull failed for this reason. The rows of the cache stay, and the engine retries where a retry can succeed.
  case failed(String)
  /// The caller cancelled the pull, or the engine was reset or stopped.
  case cancelled
}
