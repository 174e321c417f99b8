/// A server's answer to a ``PullRequest``.
public enum PullReply: Sendable, Hashable {
  /// Nothing has changed since the token. `age` is the number of seconds that the answer spent in HTTP caches.
  case notModified(age: Double)
  case page(PullPage)
}
