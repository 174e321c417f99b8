import UDF

/// A cache in a JSON file, `NAME.json` in the collection's folder, which people and other programs can read.
///
/// All rows are in memory, and each commit writes all of them: fine for some thousands, and what a build without SQLite has.
/// The file is written anew and then takes the place of the old one, so that there is always a whole one; a commit is on the
/// disk when it returns. One engine has the file at a time.
///
///     struct AppCore: SyncCore {
///       let instances = Instances()
///       func dependency(_ collection: SyncCollection) -> any CacheStore { JSONCache() }
///     }
public final class JSONCache: CacheStore {
  private let cache: FileCache<JSONFile>

  /// - Parameter patience: seconds to wait for who has the file, before that is an error.
  public init(patience: Double = 2) { cache = FileCache(patience: patience) }

  public func open(_ collection: SyncCollection) async throws(CacheFailure) -> CacheContents {
    try await cache.open(collection)
  }

  public func quarantine() async throws(CacheFailure) -> CacheContents { try await cache.quarantine() }

  public func rows(after position: RowPosition, limit: Int) async throws(CacheFailure) -> [StoredRow] {
    try await cache.run { file throws(CacheFailure) in file.rows(after: position, limit: limit) }
  }

  public func rows(of keys: [EntityKey]) async throws(CacheFailure) -> [StoredRow] {
    try await cache.run { file throws(CacheFailure) in file.rows(of: keys) }
  }

  public func firstRows(_ count: Int) async throws(CacheFailure) -> [StoredRow] {
    try await cache.run { file throws(CacheFailure) in file.firstRows(count) }
  }

  public func commit(_ write: CacheWrite) async throws(CacheFailure) -> Int64 {
    try await cache.run { file throws(CacheFailure) in try file.commit(write) }
  }

  public func close() async { await cache.close() }
}
