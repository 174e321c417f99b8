import UDF
import UDFStorage

/// A cache in an SQLite file, `NAME.sqlite` in the collection's folder, for any number of rows.
///
/// A commit is on the disk when it returns, whatever happens to process or machine afterwards: WAL with synchronous FULL.
/// Rows and all else carry checksums, since SQLite itself does not see a flipped bit. One engine has the file at a time.
///
///     struct AppCore: SyncCore {
///       let instances = Instances()
///       func dependency(_ collection: SyncCollection) -> any CacheStore { SQLiteCache() }
///     }
public final class SQLiteCache: CacheStore {
  fileprivate struct Session {
    var owned: OwnedFile?
    var collection: SyncCollection?
    var file: SQLiteFile?
    /// Why the file could not be read.
    var damage: String?
  }

  private let session = DiskQueue(Session())
  private let patience: Double

  /// - Parameter patience: seconds to wait for the present owner of the file, before that is an error.
  public init(patience: Double = 2) { self.patience = patience }

  // MARK: opening

  public func open(_ collection: SyncCollection) async throws(CacheFailure) -> CacheContents {
    try await session.run { [patience] session throws(CacheFailure) in
      session.file?.close()
      session = Session()
      let owned = try OwnedFile(
        collection.name, in: collection.folder, suffix: SQLiteStorage.suffix, companions: SQLiteStorage.companions,
        patience: patience)
      var notice: String?
      let former = try FormerJSONCache(of: collection, patience: patience)
      defer { withExtendedLifetime(former) {} }
      if owned.size == nil {
        let contents = former?.contents ?? CacheContents()
        _ = try owned.replace { path throws(CacheFailure) in
          try SQLiteFile.make(at: path, contents, of: collection)
        }
        notice = former?.setAside(isImported: true)
      } else {
        // The process ended between making the file and setting the former one aside.
        notice = former?.setAside(isImported: false)
      }
      do throws(CacheFailure) {
        session.file = try SQLiteCache.file(owned, collection, patience)
      } catch {
        guard error.code == .corrupt else { throw error }
        session.damage = error.message
      }
      (session.owned, session.collection) = (owned, collection)
      var contents = try session.opened.contents
      let notices = [notice, contents.notice].compactMap { $0 }
      contents.notice = notices.isEmpty ? nil : notices.joined(separator: "\n")
      return contents
    }
  }

  public func quarantine() async throws(CacheFailure) -> CacheContents {
    try await session.run { [patience] session throws(CacheFailure) in
      guard let owned = session.owned, let collection = session.collection else { throw .closed }
      session.file?.close()
      session.file = nil
      let damage = session.damage ?? CacheFailure.corrupt(owned.path, "the cause was not recorded").message
      session.damage = damage
      let kept = try SQLiteFile.salvage(at: owned.path, of: collection)
      let aside = try owned.replace { path throws(CacheFailure) in
        try SQLiteFile.make(at: path, kept, of: collection)
      }
      let file = try SQLiteCache.file(owned, collection, patience)
      session.file = file
      session.damage = nil
      var contents = file.contents
      contents.notice = """
        \(damage.prefix { $0 != ";" }); it is now \(aside), and all rows are fetched anew. Kept were changes that wait: \
        \(kept.outbox.count), and that were refused: \(kept.deadLetters.count)
        """
      return contents
    }
  }

  private static func file(
    _ owned: OwnedFile, _ collection: SyncCollection, _ patience: Double
  ) throws(CacheFailure) -> SQLiteFile {
    // SQLite takes an empty file for an empty database.
    guard owned.size != 0 else { throw .corrupt(owned.path, "it is empty") }
    return try SQLiteFile(at: owned.path, of: collection, patience: patience)
  }

  public func close() async {
    try? await session.run { session throws(CacheFailure) in
      session.file?.close()
      session = Session()
    }
  }

  // MARK: using

  public func rows(after position: RowPosition, limit: Int) async throws(CacheFailure) -> [StoredRow] {
    try await run { file throws(CacheFailure) in try file.rows(after: position, limit: limit) }
  }

  public func rows(of keys: [EntityKey]) async throws(CacheFailure) -> [StoredRow] {
    try await run { file throws(CacheFailure) in try file.rows(of: keys) }
  }

  public func firstRows(_ count: Int) async throws(CacheFailure) -> [StoredRow] {
    try await run { file throws(CacheFailure) in try file.firstRows(count) }
  }

  public func commit(_ write: CacheWrite) async throws(CacheFailure) -> Int64 {
    try await run { file throws(CacheFailure) in try file.commit(write) }
  }

  private func run<Value: Sendable>(
    _ work: @escaping @Sendable (SQLiteFile) throws(CacheFailure) -> Value
  ) async throws(CacheFailure) -> Value {
    try await session.run { session throws(CacheFailure) in
      do throws(CacheFailure) {
        return try work(try session.opened)
      } catch {
        if error.code == .corrupt { session.damage = error.message }
        throw error
      }
    }
  }
}

extension SQLiteCache.Session {
  fileprivate var opened: SQLiteFile {
    get throws(CacheFailure) {
      if let file { return file }
      throw damage.map { CacheFailure(.corrupt, $0) } ?? .closed
    }
  }
}

extension CacheFailure {
  fileprivate static var closed: CacheFailure { CacheFailure(.failed, "the cache is closed; open it first") }
}
