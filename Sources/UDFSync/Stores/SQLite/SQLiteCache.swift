import UDF
import UDFStorage

/// A cache in an SQLite file in the collections' folder, for any number of rows: `NAME.sqlite` for a single collection,
/// `@HOST_PATH.sqlite` for the collections of an address.
///
/// A commit is on the disk when it returns, and survives a crash of the process or the machine: WAL with synchronous
/// FULL. Rows and other records have checksums, because SQLite does not detect a flipped bit. One engine uses the file
/// at a time.
///
///     struct AppCore: SyncCore {
///       let instances = Instances()
///       func dependency(_ database: SyncDatabase) -> any CacheStore { SQLiteCache() }
///     }
public final class SQLiteCache: CacheStore {
  fileprivate struct Session {
    var owned: OwnedFile?
    var database: SyncDatabase?
    var file: SQLiteFile?
    /// The reason why the file could not be read.
    var damage: String?
  }

  private let session = DiskQueue(Session())
  private let patience: Double
  private let otherProcess: Double

  /// Makes a cache that waits two seconds if an engine of this process has the file open, because that engine may be
  /// stopping. If another process has the file open, opening fails at once.
  public convenience init() { self.init(patience: 2, otherProcess: 0.1) }

  /// - Parameter patience: seconds to wait for the present owner of the file; after that, opening fails.
  public convenience init(patience: Double) { self.init(patience: patience, otherProcess: patience) }

  /// - Parameter otherProcess: seconds to wait if the present owner is another process. A process that has just locked
  ///   the file needs some milliseconds to write its id, which the failure contains.
  init(patience: Double, otherProcess: Double) {
    self.patience = patience
    self.otherProcess = otherProcess
  }

  // MARK: opening

  public func open(_ database: SyncDatabase) async throws(CacheFailure) -> CacheContents {
    try await session.run { [patience, otherProcess] session throws(CacheFailure) in
      session.file?.close()
      session = Session()
      let owned = try OwnedFile(
        database.fileName, in: database.folder, suffix: SQLiteStorage.suffix, companions: SQLiteStorage.companions,
        patience: patience, otherProcess: otherProcess)
      var notice: String?
      let former = database.isNamed ? nil : try FormerJSONCache(of: database.collections.head, patience: patience)
      defer { withExtendedLifetime(former) {} }
      if owned.size == nil {
        let kept = former?.kept ?? KeptChanges(CacheContents())
        _ = try owned.replace { path throws(CacheFailure) in
          try SQLiteFile.make(at: path, kept, of: database)
        }
        notice = former?.setAside(isImported: true)
      } else {
        // The process ended after it made the new file and before it renamed the former one.
        notice = former?.setAside(isImported: false)
      }
      do throws(CacheFailure) {
        let (file, taken) = try SQLiteCache.file(owned, database, patience)
        session.file = file
        notice = taken ?? notice
      } catch {
        guard error.code == .corrupt else { throw error }
        session.damage = error.message
      }
      (session.owned, session.database) = (owned, database)
      var contents = try session.opened.takeContents()
      let notices = [notice, contents.notice].compactMap { $0 }
      contents.notice = notices.isEmpty ? nil : notices.joined(separator: "\n")
      return contents
    }
  }

  public func quarantine() async throws(CacheFailure) -> CacheContents {
    try await session.run { [patience] session throws(CacheFailure) in
      guard let owned = session.owned, let database = session.database else { throw .closed }
      session.file?.close()
      session.file = nil
      let damage = session.damage ?? CacheFailure.corrupt(owned.path, "the cause was not recorded").message
      session.damage = damage
      let kept = try SQLiteFile.salvage(at: owned.path, of: database)
      let aside = try owned.replace { path throws(CacheFailure) in
        try SQLiteFile.make(at: path, kept, of: database)
      }
      let (file, taken) = try SQLiteCache.file(owned, database, patience)
      session.file = file
      session.damage = nil
      var contents = file.takeContents()
      contents.notice = """
        \(damage.prefix { $0 != ";" }); it is now \(aside), and all rows are fetched again. Changes that were kept: \
        \(kept.mutations.count) pending, \(kept.deadLetters.count) refused\(taken.map { "\n\($0)" } ?? "")
        """
      return contents
    }
  }

  /// Opens the file of an address and moves the contents of its collections' former files into it. `notice` describes
  /// what was moved.
  private static func file(
    _ owned: OwnedFile, _ database: SyncDatabase, _ patience: Double
  ) throws(CacheFailure) -> (SQLiteFile, notice: String?) {
    // SQLite accepts an empty file as an empty database.
    guard owned.size != 0 else { throw .corrupt(owned.path, "it is empty") }
    var file = try SQLiteFile(at: owned.path, of: database, patience: patience)
    var notices: [String] = []
    for collection in database.collections where database.isNamed {
      do throws(CacheFailure) {
        guard let former = try FormerCache(of: collection, patience: patience) else { continue }
        try file.takeOver(former, of: collection)
        notices.append(try former.setAside(into: owned.path))
      } catch {
        file.close()
        throw error
      }
      file.close()
      file = try SQLiteFile(at: owned.path, of: database, patience: patience)
    }
    return (file, notices.isEmpty ? nil : notices.joined(separator: "\n"))
  }

  public func close() async {
    try? await session.run { session throws(CacheFailure) in
      session.file?.close()
      session = Session()
    }
  }

  // MARK: using

  public func rows(
    after position: RowPosition, limit: Int, in collection: String?
  ) async throws(CacheFailure) -> [StoredRow] {
    try await run { file throws(CacheFailure) in try file.rows(after: position, limit: limit, in: collection) }
  }

  public func rows(of keys: [RowKey]) async throws(CacheFailure) -> [StoredRow] {
    try await run { file throws(CacheFailure) in try file.rows(of: keys) }
  }

  public func rows(mentioning keys: [RowKey]) async throws(CacheFailure) -> [StoredRow] {
    try await run { file throws(CacheFailure) in try file.rows(mentioning: keys) }
  }

  public func firstRows(_ count: Int, in collection: String) async throws(CacheFailure) -> [StoredRow] {
    try await run { file throws(CacheFailure) in try file.firstRows(count, in: collection) }
  }

  public func mutations(_ ids: [Int64]) async throws(CacheFailure) -> [Mutation] {
    try await run { file throws(CacheFailure) in try file.mutations(ids) }
  }

  public func deadLetters(_ ids: [Int64]) async throws(CacheFailure) -> [DeadLetter] {
    try await run { file throws(CacheFailure) in try file.deadLetters(ids) }
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
