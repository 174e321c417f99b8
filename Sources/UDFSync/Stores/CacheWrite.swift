import UDF

/// The changes of one commit. A cache makes all of them or none.
public struct CacheWrite: Sendable, Hashable {
  /// How the commit changes the rows.
  public enum Rows: Sendable, Hashable {
    /// Only ``CacheWrite/changes`` are written, each only if it is later than the row in the cache.
    case merge
    /// ``CacheWrite/changes`` are staged until a later ``swap`` makes them the cache's rows. Opening the cache discards
    /// staged rows.
    case stage
    /// ``CacheWrite/changes`` are merged into the staged rows, which then replace all rows. Other rows are removed, at
    /// version 0, because the former versions no longer count. Only rows that differ get the new revision.
    case swap
    /// All rows are removed, with token, etag, aliases, ``CacheContents/syncedAt`` and the staged rows. The epoch
    /// stays: if the server reports another one later, it may have lost acknowledged mutations.
    case clear
  }

  public var rows = Rows.merge
  public var changes: [RowChange] = []
  /// Whether the staged rows are discarded first; for ``Rows/stage`` and ``Rows/swap``.
  public var restages = false
  /// Rows that get the new revision because their mutations have changed. A row without a record gets one without a body.
  public var touched: [RowKey] = []
  /// The token of the rows; nil keeps the former token.
  public var token: String?
  /// Whether the rows have the collections' present schemas after the commit. The commit removes token, etag and
  /// ``CacheContents/syncedAt``; if it also clears the rows, the cache can be seeded again.
  public var upgradesRows = false
  /// Whether the token and its etag are removed without a new token.
  public var forgetsToken = false
  /// The etag that belongs to the token. A new token without an etag removes the former etag.
  public var etag: String?
  /// See ``CacheContents/epoch``; nil keeps it.
  public var epoch: String?
  /// See ``CacheContents/syncedAt``; nil keeps it.
  public var syncedAt: Double?
  /// Whether all collections count as seeded after the commit.
  public var seeds = false
  /// The ids of mutations that leave the outbox.
  public var completed: [Int64] = []
  /// Mutations that leave the outbox and become dead letters, with their bodies.
  public var refused: [Refusal] = []
  /// Mutations that the server has made.
  public var acknowledged: [Acknowledgement] = []
  /// The ids of mutations that must be sent to the server again.
  public var unacknowledged: [Int64] = []
  /// Mutations that are appended to the outbox, or replace those with the same ids; applied after all of the above.
  public var mutations: [Mutation] = []
  /// Dead letters that replace those with the same ids.
  public var letters: [DeadLetter] = []
  /// Keys that the server has assigned to rows, see ``CacheContents/aliases``.
  public var aliases: [KeyAlias] = []
  /// Dead letters that are appended to the outbox as new mutations; applied after ``mutations``.
  public var revived: [Revival] = []
  /// Ids of dead letters that are deleted.
  public var buried: [Int64] = []
  /// See ``CacheContents/filter``; nil keeps it.
  ///
  /// If ``CacheFilter/shown`` changes, rows that start or stop to match get the new revision. Removed rows lose their
  /// versions, because the server may have deleted them only for readers with the former parameters. If
  /// ``CacheFilter/held`` becomes ``CacheFilter/shown``, all rows that do not match are removed, at version 0.
  public var filter: CacheFilter?
  /// The keys that have pending mutations after the commit, among those of ``changes`` and ``touched`` and, if the
  /// commit examines all rows, among all. Their rows stay even if they do not match. A deletion of such a row that does
  /// not match is not written.
  public var waiting: Set<RowKey> = []
  public var lastSent: Int64?
  /// See ``CacheContents/unmade``; nil keeps it.
  public var unmade: Set<Int64>?

  public init() {}
}
