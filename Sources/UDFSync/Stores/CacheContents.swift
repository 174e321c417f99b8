/// What a cache holds besides rows.
public struct CacheContents: Sendable, Hashable {
  /// Commits so far.
  public var revision: Int64
  /// Whether a seed has been put in, or there was none to put in: it is asked for once.
  public var isSeeded: Bool
  /// Whether there are rows, be they gone or not.
  public var hasRows: Bool
  /// The schema of the rows where it is an earlier one than the collection's; nil: they have the collection's.
  public var formerSchema: Int?
  /// The server's last token, which is for exactly the rows that are there.
  public var token: String?
  /// See ``PullPage/etag``.
  public var etag: String?
  /// The ``PullPage/epoch`` of the last page that was written, also after its rows were cleared.
  public var epoch: String?
  /// Seconds since 1970, by this machine's clock less the answer's age, when server and cache were last known to be equal.
  public var syncedAt: Double?
  /// The last ``Mutation/id`` of this cache.
  public var lastMutation: Int64
  /// The last ``Mutation/id`` that this cache may have sent; with ``ConflictPolicy/replay``, which need not know, the last one.
  public var lastSent: Int64
  /// The ids of sent mutations that the server has not made, because it has answered them with ``PushReply/Outcome/conflict``. An
  /// id leaves before its mutation is sent again.
  public var unmade: Set<Int64> = []
  /// The mutations that wait, in the order of their ids; ``CacheStore/mutations(_:)`` gives them with their bodies.
  public var outbox: Outbox
  /// What was refused for good, by the mutations' ids; ``CacheStore/deadLetters(_:)`` gives all of it.
  public var deadLetters: [Int64: PendingMutation]
  /// The keys that rows were made with, where the server has given them others: what is asked for an old key is done to the new one.
  public var aliases = KeyAliases()
  /// What should be reported of how it was opened: a file that was put aside, rows of an earlier schema.
  public var notice: String?

  public init() {
    revision = 0
    isSeeded = false
    hasRows = false
    lastMutation = 0
    lastSent = 0
    outbox = Outbox()
    deadLetters = [:]
  }
}
