#if SQLite
  import UDF

  /// A cache in an SQLite file, `NAME.sqlite` in the collection's folder: the one to have, for any number of rows.
  ///
  /// A commit is on the disk when it returns, whatever happens to process or machine afterwards: WAL with synchronous FULL.
  /// Rows and all else carry checksums, since SQLite itself does not see a flipped bit. One engine has the file at a time.
  ///
  ///     struct AppCore: SyncCore {
  ///       let instances = Instances()
  ///       func dependency(_ collection: SyncCollection) -> any CacheStore { SQLiteCache() }
  ///     }
  public final class SQLiteCache: CacheStore {
    private let cache: FileCache<SQLiteFile>

    /// - Parameter patience: seconds to wait for who has the file, before that is an error.
    public init(patience: Double = 2) { cache = FileCache(patience: patience) }

    public func open(_ collection: SyncCollection) async throws(CacheFailure) -> CacheContents {
      try await cache.open(collection)
    }

    public func quarantine() async throws(CacheFailure) -> CacheContents { try await cache.quarantine() }

    public func rows(after position: RowPosition, limit: Int) async throws(CacheFailure) -> [StoredRow] {
      try await cache.run { file throws(CacheFailure) in try file.rows(after: position, limit: limit) }
    }

    public func rows(of keys: [EntityKey]) async throws(CacheFailure) -> [StoredRow] {
      try await cache.run { file throws(CacheFailure) in try file.rows(of: keys) }
    }

    public func firstRows(_ count: Int) async throws(CacheFailure) -> [StoredRow] {
      try await cache.run { file throws(CacheFailure) in try file.firstRows(count) }
    }

    public func commit(_ write: CacheWrite) async throws(CacheFailure) -> Int64 {
      try await cache.run { file throws(CacheFailure) in try file.commit(write) }
    }

    public func close() async { await cache.close() }
  }
#endif
