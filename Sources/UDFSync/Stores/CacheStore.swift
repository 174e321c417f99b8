import UDF

/// Stores rows, token and outbox: ``SQLiteCache`` keeps them after the process ends, ``MemoryCache`` does not.
///
/// One engine uses a cache at a time, and calls one method after the other. When ``commit(_:)`` returns, its changes
/// are on the disk. When it throws, nothing has changed.
public protocol CacheStore: Sendable {
  /// Opens the cache, or makes an empty one. Throws a ``CacheFailure`` with code `corrupt` where ``quarantine()`` helps.
  func open(_ database: SyncDatabase) async throws(CacheFailure) -> CacheContents
  /// Renames the unreadable file, and starts a new one with the mutations and dead letters that could be read. Throws
  /// if the file may become readable later, or if no new file can be written.
  func quarantine() async throws(CacheFailure) -> CacheContents
  /// Returns rows that were written or touched after a position, including removed ones, in the order of their
  /// revisions; at most `limit`. With a collection, only its rows; with nil, rows of all.
  func rows(
    after position: RowPosition, limit: Int, in collection: String?
  ) async throws(CacheFailure) -> [StoredRow]
  /// Returns the existing rows of these keys.
  func rows(of keys: [RowKey]) async throws(CacheFailure) -> [StoredRow]
  /// Returns the rows whose bodies contain the text of one of these keys, in any field and of any collection.
  func rows(mentioning keys: [RowKey]) async throws(CacheFailure) -> [StoredRow]
  /// Returns the first rows of a collection by ``SyncCollection/sort``, without removed ones.
  func firstRows(_ count: Int, in collection: String) async throws(CacheFailure) -> [StoredRow]
  /// Returns the pending mutations with these ids, including their bodies, in this order.
  func mutations(_ ids: [Int64]) async throws(CacheFailure) -> [Mutation]
  /// Returns the dead letters with these ids, in this order. Ids without a dead letter are ignored.
  func deadLetters(_ ids: [Int64]) async throws(CacheFailure) -> [DeadLetter]
  /// Writes all changes or none. Returns the new revision, which is the last one plus one.
  func commit(_ write: CacheWrite) async throws(CacheFailure) -> Int64
  /// Closes the files, including those of a failed open. The cache may be opened again.
  func close() async
}

extension CacheStore {
  /// Opens the cache of a collection that has an address of its own.
  public func open(_ collection: SyncCollection) async throws(CacheFailure) -> CacheContents {
    try await open(SyncDatabase(collection))
  }

  /// Returns rows of all collections.
  public func rows(after position: RowPosition, limit: Int) async throws(CacheFailure) -> [StoredRow] {
    try await rows(after: position, limit: limit, in: nil)
  }

  /// Returns the first rows of a collection that has an address of its own.
  public func firstRows(_ count: Int) async throws(CacheFailure) -> [StoredRow] { try await firstRows(count, in: "") }
}
