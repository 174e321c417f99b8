/// How a pull went.
public enum PullOutcome: Sendable, Hashable {
  /// The rows were equal to the server's a short time ago; nothing was asked.
  case fresh
  /// The server had changes, and the cache has them now.
  case changed
  /// The server had none.
  case unchanged
  /// It did not work, for this reason. What the cache has is there, and what can be tried again will be.
  case failed(String)
  /// Whoever asked no longer wants it, or the engine was reset or stopped.
  case cancelled
}
