import UDF

/// What one commit changes, all together.
public struct CacheWrite: Sendable, Hashable {
  /// What becomes of the rows.
  public enum Rows: Sendable, Hashable {
    /// Nothing but ``CacheWrite/changes``, each only if it is later than what is there.
    case merge
    /// ``CacheWrite/changes`` are laid aside, to become the rows with a later ``swap``; what lies aside is forgotten when the
    /// cache is opened.
    case stage
    /// What lies aside becomes the rows, ``CacheWrite/changes`` merged into it first; what is not in it is gone, at version 0,
    /// since the versions of old no longer count. Only rows that differ get the new revision.
    case swap
    /// All rows go, with token, etag, aliases and ``CacheContents/syncedAt``, and what lies aside. The epoch stays: if the server has
    /// another one later, it may have lost acknowledged mutations.
    case clear
  }

  public var rows = Rows.merge
  public var changes: [RowChange] = []
  /// What already lies aside is forgotten first; for ``Rows/stage`` and ``Rows/swap``.
  public var restages = false
  /// Rows that get the new revision because the outbox has changed over them; one that is not there is made, without a body.
  public var touched: [EntityKey] = []
  /// The token that goes with the rows; nil leaves it.
  public var token: String?
  /// The rows have the collection's schema from now on. Token, etag and ``CacheContents/syncedAt`` go; where the commit clears the
  /// rows, the cache takes a seed again.
  public var upgradesRows = false
  /// The token goes, with its etag, and no other comes.
  public var forgetsToken = false
  /// The etag that goes with the token; a new token without one takes the old one away.
  public var etag: String?
  /// See ``CacheContents/epoch``; nil leaves it.
  public var epoch: String?
  /// See ``CacheContents/syncedAt``; nil leaves it.
  public var syncedAt: Double?
  /// The cache has been seeded, or needs no seed any more.
  public var seeds = false
  /// Ids that leave the outbox.
  public var settled: [Int64] = []
  /// Mutations that leave the outbox and become dead letters, bodies included.
  public var refused: [Refusal] = []
  /// Mutations that the server has made.
  public var acknowledged: [Acknowledgement] = []
  /// Ids of mutations that the server has to be sent again.
  public var unacknowledged: [Int64] = []
  /// Put at the end of the outbox, or in the place of those of the same ids; after all of the above.
  public var mutations: [Mutation] = []
  /// Put in the place of the dead letters of the same ids.
  public var letters: [DeadLetter] = []
  /// Keys that the server has given to rows, see ``CacheContents/aliases``.
  public var aliases: [KeyAlias] = []
  /// Dead letters that are put at the end of the outbox as new mutations; after ``mutations``.
  public var revived: [Revival] = []
  /// Ids of dead letters that are deleted.
  public var buried: [Int64] = []
  public var lastSent: Int64?
  /// See ``CacheContents/unmade``; nil leaves it.
  public var unmade: Set<Int64>?

  public init() {}
}
