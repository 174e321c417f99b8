/// How far an engine is.
public struct SyncStatus: Sendable, Hashable {
  public enum Phase: String, Sendable, Hashable {
    case closed, opening, seeding, idle, pushing, pulling, waiting, halted
  }

  public var phase: Phase
  /// Whether a stream brings the server's changes as they are made. The rows are not stale then.
  public var isLive: Bool
  /// Whether the rows may differ from the server's: nothing was fetched yet, or it was too long ago.
  public var isStale: Bool
  /// Mutations that wait.
  public var pending: Int
  /// Mutations that the server has refused for good.
  public var dead: Int
  /// The ``revision`` that last changed the dead letters, or that the cache had when it was opened: as long as it is the same,
  /// so are ``SyncEngine/deadLetters()``.
  public var deadRevision: Int64
  /// The server's last token.
  public var cursor: String?
  /// What went wrong last and has not gone well since.
  public var problem: String?
  /// Seconds until it is tried again.
  public var retryIn: Double?
  /// See ``CacheContents/notice``.
  public var notice: String?
  /// Commits of the cache; who has taken a ``Delivery`` of all of them is up to date.
  public var revision: Int64
}
