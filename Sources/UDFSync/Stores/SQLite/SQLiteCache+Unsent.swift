import GRDB
import Platform
import UDFStorage

extension SQLiteCache {
  /// Returns the number of unsent changes in the caches of a folder. Throws if an engine has one of them open, or if
  /// one cannot be read.
  package static func unsent(in folder: String) throws(CacheFailure) -> Int {
    var count = 0
    for path in paths(in: folder) { count += try unsent(at: path) }
    return count
  }

  /// Returns the names of a folder's caches that belong to none of these databases and have unsent changes, with the
  /// number of these. Caches that cannot be read, or that an engine has open, are left out.
  package static func orphans(in folder: String, besides databases: [SyncDatabase]) -> [(name: String, unsent: Int)] {
    let known = Set(databases.flatMap { [$0.fileName] + $0.collections.map(\.name) }.map { "\(folder)/\($0).sqlite" })
    return paths(in: folder).filter { !known.contains($0) }.compactMap { path in
      guard let count = try? unsent(at: path), count > 0 else { return nil }
      return (String(path.dropFirst(folder.count + 1)), count)
    }
  }

  /// Damaged files are skipped: the changes that could be read are in the file that replaced them.
  private static func paths(in folder: String) -> [String] {
    Folder.names(in: folder).filter { $0.hasSuffix(".sqlite") && !$0.contains(".damaged-") }.sorted()
      .map { "\(folder)/\($0)" }
  }

  private static func unsent(at path: String) throws(CacheFailure) -> Int {
    let lock = try FileLock(of: path)
    defer { withExtendedLifetime(lock) {} }
    do {
      let queue = try SQLiteStorage.open(path, patience: 0)
      defer { try? queue.close() }
      return try queue.read { db in
        try SQLiteStorage.checkApplication(db, SQLiteSchema.application, "it is no cache of this kind")
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM record WHERE kind = 'outbox'") ?? 0
      }
    } catch {
      throw CacheFailure(error, in: path)
    }
  }
}
