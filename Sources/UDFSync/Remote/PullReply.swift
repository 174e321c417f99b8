/// A server's answer to a ``PullRequest``.
public enum PullReply: Sendable, Hashable {
  /// Nothing has changed since the token. Seconds that the answer has lain in caches on its way.
  case notModified(age: Double)
  case page(PullPage)
}
