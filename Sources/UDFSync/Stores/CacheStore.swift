import UDF

/// Rows, token and outbox that survive the process: ``SQLiteCache``, or ``MemoryCache``, which does not.
///
/// One engine has it at a time, and calls one method after the other. What ``commit(_:)`` has returned from is on the disk;
/// what it has thrown for is as if it had not been asked.
public protocol CacheStore: Sendable {
  /// Opens the cache, or makes an empty one. Throws a ``CacheFailure`` with code `corrupt` where ``quarantine()`` helps.
  func open(_ collection: SyncCollection) async throws(CacheFailure) -> CacheContents
  /// Puts what cannot be read aside, under a name of its own beside it, and begins anew with the outbox as far as it
  /// could be read. Throws where it can be read later, and where nothing new can be written.
  func quarantine() async throws(CacheFailure) -> CacheContents
  /// Rows written or touched after a revision, those that are gone too, in the order of their revisions; at most `limit`, but
  /// never half of what has one revision and one key.
  func rows(after position: RowPosition, limit: Int) async throws(CacheFailure) -> [StoredRow]
  /// The rows of these keys that there are.
  func rows(of keys: [EntityKey]) async throws(CacheFailure) -> [StoredRow]
  /// The first rows by ``SyncCollection/sort``, without those that are gone.
  func firstRows(_ count: Int) async throws(CacheFailure) -> [StoredRow]
  /// The mutations of these ids that wait, bodies included, in this order.
  func mutations(_ ids: [Int64]) async throws(CacheFailure) -> [Mutation]
  /// Returns the dead letters with these ids, in this order; ids of others are passed over.
  func deadLetters(_ ids: [Int64]) async throws(CacheFailure) -> [DeadLetter]
  /// Writes all of it or nothing; gives the revision that it has made, one more than the last.
  func commit(_ write: CacheWrite) async throws(CacheFailure) -> Int64
  /// Ends the use of files, also of one that could not be opened. Another open may follow.
  func close() async
}
