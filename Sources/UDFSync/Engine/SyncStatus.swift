/// The status of an engine.
public struct SyncStatus: Sendable, Hashable {
  public enum Phase: String, Sendable, Hashable {
    case closed, opening, seeding, idle, pushing, pulling, waiting, halted
  }

  public var phase: Phase
  /// Whether the cache is open: its numbers are known, and edits are stored.
  public var isOpen = true
  /// Whether a stream delivers the server's changes immediately. The rows are not stale then.
  public var isLive: Bool
  /// Whether the rows may differ from the server's: no pull has completed, or the last one is too old.
  public var isStale: Bool
  /// The number of pending mutations.
  public var pending: Int
  /// The number of mutations that were refused for good.
  public var dead: Int
  /// The ``revision`` that last changed the dead letters, or the revision at which the cache was opened.
  /// ``SyncEngine/deadLetters(of:)`` returns the same dead letters as long as this number is the same.
  public var deadRevision: Int64
  /// The status of each collection, by ``SyncCollection/collection``.
  public var collections: [String: Collection]
  /// The server's last token.
  public var cursor: String?
  /// The last failure, until the failed operation succeeds.
  public var problem: String?
  /// The code of the last failure: of a ``RemoteFailure/Code`` or a ``CacheFailure``; nil without one.
  public var code: String?
  /// Seconds until the next retry.
  public var retryIn: Double?
  /// See ``CacheContents/notice``.
  public var notice: String?
  /// The number of commits of the cache. A caller that has received a ``Delivery`` of all of them is up to date.
  public var revision: Int64

  /// The part of the status that belongs to one collection.
  public struct Collection: Sendable, Hashable {
    /// The number of pending mutations of its rows. A mutation of several collections counts in each.
    public var pending: Int
    /// The number of its mutations that the server has refused for good.
    public var dead: Int
    /// The parameters: only rows that match are delivered.
    public var filter: RowFilter
  }

  /// The parameters of a collection that has an address of its own.
  public var filter: RowFilter { collections[""]?.filter ?? .all }

  /// The status with the counts of one collection.
  public func of(_ collection: String) -> SyncStatus {
    var status = self
    guard let own = collections[collection] else { return self }
    (status.pending, status.dead, status.collections) = (own.pending, own.dead, ["": own])
    return status
  }
}
