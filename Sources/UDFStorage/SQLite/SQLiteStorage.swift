import GRDB

/// Opens, makes and checks SQLite files. Each commit is on disk when it returns. Most files have one owner (``OwnedFile``).
package enum SQLiteStorage {
  package static let suffix = "sqlite"
  /// The suffixes of the files that SQLite makes beside a database.
  package static let companions = ["-wal", "-shm", "-journal"]

  /// Opens the database in a file.
  ///
  /// - Parameters:
  ///   - patience: seconds to wait for a program that has the file locked.
  ///   - isShared: whether several processes use it at once.
  package static func open(_ path: String, patience: Double, isShared: Bool = false) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(patience)
    configuration.prepareDatabase { db in
      // Set before the first read, so that the write-ahead log needs no shared memory.
      if !isShared { try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
      try db.execute(sql: "PRAGMA journal_mode = WAL")
      // With another value, a power failure may lose the last commits.
      try db.execute(sql: "PRAGMA synchronous = FULL")
      // Without a limit, the log keeps the size of the largest commit.
      try db.execute(sql: "PRAGMA journal_size_limit = 4194304")
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Makes a database file with an application id and tables, and calls `body` to write rows. All content is in this one file,
  /// because it has no write-ahead log.
  package static func make(
    at path: String, application: Int, tables: [String], _ body: (Database) throws -> Void
  ) throws {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    try queue.write { db in
      try db.execute(sql: "PRAGMA application_id = \(application)")
      for table in tables { try db.execute(sql: table) }
      try body(db)
    }
  }

  /// Opens a damaged file to read its intact rows.
  package static func salvage(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      // Without this, SQLite reads nothing from a truncated file.
      try db.execute(sql: "PRAGMA writable_schema = ON")
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Throws `reason` if the database has another application id.
  package static func checkApplication(_ db: Database, _ application: Int, _ reason: String) throws {
    guard try Int.fetchOne(db, sql: "PRAGMA application_id") == application else {
      throw DatabaseError(resultCode: .SQLITE_NOTADB, message: reason)
    }
  }

  /// Throws if the tables and indexes are not those in `tables`. Ignores indexes whose names begin with `indexes`.
  package static func checkTables(_ db: Database, _ tables: [String], besides indexes: String? = nil) throws {
    let found = try String.fetchAll(
      db,
      sql: """
        SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND NOT (type = 'index' AND name GLOB ? || '*') ORDER BY rowid
        """, arguments: [indexes ?? "none"])
    guard found == tables else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its tables are not those of such a file")
    }
  }

  /// Throws if SQLite's integrity check finds damage in a table, or in any table if `table` is nil.
  ///
  /// The check finds damage that the checksums of rows cannot show: missing rows and wrong index entries.
  package static func checkIntegrity(_ db: Database, of table: String? = nil) throws {
    let found = try String.fetchOne(db, sql: "PRAGMA integrity_check\(table.map { "('\($0)')" } ?? "(1)")")
    guard found == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: found) }
  }
}
