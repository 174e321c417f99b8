import GRDB

/// How this package keeps SQLite files: each with one owner (``OwnedFile``), and with every commit on the disk when it returns.
package enum SQLiteStorage {
  package static let suffix = "sqlite"
  /// What the names of the files that SQLite keeps beside a database end in.
  package static let companions = ["-wal", "-shm", "-journal"]

  /// Opens the database that a file holds.
  ///
  /// - Parameter patience: seconds to wait for a program that has the file open.
  package static func open(_ path: String, patience: Double) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.busyMode = .timeout(patience)
    configuration.prepareDatabase { db in
      // Before the first read of the file, so that the log needs no shared memory beside it.
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      try db.execute(sql: "PRAGMA journal_mode = WAL")
      // Without it a power failure may lose the last commits.
      try db.execute(sql: "PRAGMA synchronous = FULL")
      // Else the log keeps the size of the largest commit.
      try db.execute(sql: "PRAGMA journal_size_limit = 4194304")
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Writes a new database file with an application id and tables, and then what `body` writes. It has no log: all of it is in
  /// the one file.
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

  /// Opens a damaged file to read what is left of it.
  package static func salvage(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      // Else nothing is read of a file that ends too early.
      try db.execute(sql: "PRAGMA writable_schema = ON")
    }
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Throws if the database was made by another kind of program.
  package static func checkApplication(_ db: Database, _ application: Int, _ reason: String) throws {
    guard try Int.fetchOne(db, sql: "PRAGMA application_id") == application else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: reason)
    }
  }

  /// Throws if the database has other tables and indexes than these, and one index that may be there besides.
  package static func checkTables(_ db: Database, _ tables: [String], besides index: String = "") throws {
    let found = try String.fetchAll(
      db, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name <> ? ORDER BY rowid", arguments: [index])
    guard found == tables else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its tables are not those of such a file")
    }
  }

  /// Throws if SQLite's own check finds that a table is damaged; without a name it checks all of them.
  ///
  /// It finds what checksums of rows cannot see: missing rows, and indexes that lead elsewhere.
  package static func checkIntegrity(_ db: Database, of table: String? = nil) throws {
    let found = try String.fetchOne(db, sql: "PRAGMA integrity_check\(table.map { "('\($0)')" } ?? "(1)")")
    guard found == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: found) }
  }
}
