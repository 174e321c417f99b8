import GRDB
import UDFStorage

/// The tables of a cache's file.
enum SQLiteSchema {
  /// "UDFC", for those who ask of what app a file is.
  static let application = 0x5544_4643

  /// Small things first, so that half a file still has them: they are all that cannot be fetched anew.
  static let tables = [
    """
    CREATE TABLE record (kind TEXT NOT NULL, id INTEGER NOT NULL, json TEXT NOT NULL, checksum INTEGER NOT NULL, \
    PRIMARY KEY (kind, id)) WITHOUT ROWID
    """,
    """
    CREATE TABLE row (key TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL, body TEXT, revision INTEGER NOT NULL, \
    checksum INTEGER NOT NULL)
    """,
    "CREATE INDEX row_revision ON row (revision, key)",
  ]

  /// Where rows lie that are to become all rows; not kept.
  static let staging = """
    CREATE TEMP TABLE staged (key TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL, body TEXT, \
    checksum INTEGER NOT NULL, revision INTEGER NOT NULL)
    """

  /// What rows are ordered by.
  static func order(_ sort: [String]) -> String {
    let terms = sort.map { field in
      let isDown = field.hasPrefix("-")
      // What would end the name in SQL; JSON's paths know no way to write a quote.
      let name = field.dropFirst(isDown ? 1 : 0).replacing("'", with: "''").replacing("\"", with: "")
      // A body that is no JSON has no place in the order, which must not be an error for the whole commit.
      return "CASE WHEN json_valid(body) THEN json_extract(body, '$.\"\(name)\"') END\(isDown ? " DESC" : "")"
    }
    return (terms + ["key"]).joined(separator: ", ")
  }

  private static func sortIndex(_ sort: [String]) -> String? {
    sort.isEmpty ? nil : "CREATE INDEX row_sort ON row (\(order(sort))) WHERE body IS NOT NULL"
  }

  /// Throws tables that are not these.
  static func check(_ db: Database) throws {
    try SQLiteStorage.checkTables(db, tables, besides: "row_sort")
    try SQLiteStorage.checkIntegrity(db, of: "record")
  }

  /// Creates the index that finds the first rows by these fields.
  static func index(_ db: Database, by sort: [String]) throws {
    let wanted = sortIndex(sort)
    let present = try String.fetchOne(db, sql: "SELECT sql FROM sqlite_schema WHERE name = 'row_sort'")
    guard present != wanted else { return }
    try db.execute(sql: "DROP INDEX IF EXISTS row_sort")
    if let wanted { try db.execute(sql: wanted) }
  }
}
