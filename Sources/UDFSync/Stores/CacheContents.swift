/// The contents of a cache except its rows.
public struct CacheContents: Sendable, Hashable {
  /// The number of commits so far.
  public var revision: Int64
  /// The collections whose seed was stored, or that have no seed. Each seed is read only once.
  public var seeded: Set<String> = []
  /// Whether there are records of rows, including removed ones.
  public var hasRows: Bool
  /// The schemas of the cache's rows, for each collection whose rows have an earlier schema.
  public var formerSchemas: [String: Int] = [:]
  /// The server's last token. It belongs to exactly the rows in the cache.
  public var token: String?
  /// See ``PullPage/etag``.
  public var etag: String?
  /// The ``PullPage/epoch`` of the last written page. It stays when the rows are cleared.
  public var epoch: String?
  /// The time at which server and cache were last known to be equal: seconds since 1970 by this machine's clock, minus
  /// the age of the answer.
  public var syncedAt: Double?
  /// The rows that are delivered, and the rows that the cache has.
  public var filter = CacheFilter()
  /// The last ``Mutation/id`` of this cache.
  public var lastMutation: Int64
  /// The last ``Mutation/id`` that this cache may have sent. With ``ConflictPolicy/replay``, which does not use it, the
  /// last id of all.
  public var lastSent: Int64
  /// The ids of sent mutations that the server has not made, because it answered with ``PushReply/Outcome/conflict(rows:)``.
  /// An id is removed before its mutation is sent again.
  public var unmade: Set<Int64> = []
  /// The pending mutations in the order of their ids; ``CacheStore/mutations(_:)`` returns them with their bodies.
  public var outbox: Outbox
  /// The dead letters without their bodies, by the mutations' ids; ``CacheStore/deadLetters(_:)`` returns them
  /// completely.
  public var deadLetters: [Int64: PendingMutation]
  /// The keys that the app made and the server has replaced. A request for an old key is applied to the new one.
  public var aliases = KeyAliases()
  /// A notice about the opening, for example that a damaged file was put aside.
  public var notice: String?
  /// A notice about rows of an earlier schema, shown until all rows were fetched.
  public var rowNotice: String?

  public init() {
    revision = 0
    hasRows = false
    lastMutation = 0
    lastSent = 0
    outbox = Outbox()
    deadLetters = [:]
  }

  /// Whether every collection was seeded or needs no seed.
  public var isSeeded: Bool { filter.declared.names.isSubset(of: seeded) }
}
