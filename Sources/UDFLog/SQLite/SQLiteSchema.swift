import GRDB
import UDFStorage

/// The tables of a log's file.
enum SQLiteSchema {
  /// "UDFL"
  static let application = 0x5544_464C

  static let tables = [
    "CREATE TABLE head (format TEXT NOT NULL, epoch TEXT NOT NULL, position INTEGER NOT NULL, link TEXT NOT NULL, base INTEGER NOT NULL, base_link TEXT NOT NULL)",
    "CREATE TABLE entry (position INTEGER PRIMARY KEY, host TEXT NOT NULL, number INTEGER NOT NULL, cause_host TEXT, cause_number INTEGER, stamp BLOB NOT NULL, body BLOB NOT NULL, previous TEXT NOT NULL, link TEXT NOT NULL)",
    "CREATE TABLE host (name TEXT PRIMARY KEY, number INTEGER NOT NULL, position INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE snapshot (position INTEGER NOT NULL, reducers TEXT NOT NULL, link TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (position, reducers))",
  ]

  /// Creates the tables in a new file; throws if the file is not a log.
  static func prepare(_ db: Database, _ path: String, creates: Bool) throws {
    if try !isPrepared(db) {
      guard creates else { throw LogFailure.missing(path) }
      try db.inTransaction(.immediate) {
        if try !isPrepared(db) { try make(db) }
        return .commit
      }
    }
    try SQLiteStorage.checkApplication(db, application, "it is no action log")
    let format = try String.fetchOne(db, sql: "SELECT format FROM head")
    guard format == LogFormat.current else { throw LogFailure.format(path, format ?? "unknown") }
  }

  private static func isPrepared(_ db: Database) throws -> Bool {
    try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema)") ?? false
  }

  private static func make(_ db: Database) throws {
    try db.execute(sql: "PRAGMA application_id = \(application)")
    for table in tables { try db.execute(sql: table) }
    let epoch = LogFormat.newEpoch
    try db.execute(
      sql: "INSERT INTO head VALUES (?, ?, 0, ?, 0, ?)", arguments: [LogFormat.current, epoch, epoch, epoch])
  }
}
