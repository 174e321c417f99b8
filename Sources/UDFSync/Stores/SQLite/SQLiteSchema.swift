import GRDB
import UDFStorage

/// The tables of a cache's file.
enum SQLiteSchema {
  /// The SQLite application id, "UDFC", by which tools recognize the file's type.
  static let application = 0x5544_4643

  /// The table `record` is created first, so that a truncated file still has it: its contents cannot be fetched again.
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

  /// The table of staged rows. It is temporary, so closing the file discards it.
  static let staging = """
    CREATE TEMP TABLE staged (key TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL, body TEXT, \
    checksum INTEGER NOT NULL, revision INTEGER NOT NULL)
    """

  /// Returns the `ORDER BY` terms for these sort fields.
  static func order(_ sort: [String]) -> String {
    let terms = sort.map { field in
      let isDown = field.hasPrefix("-")
      // Escapes quotes, which would end the name in SQL. A JSON path in SQLite cannot contain a double quote.
      let name = field.dropFirst(isDown ? 1 : 0).replacing("'", with: "''").replacing("\"", with: "")
      // A body that is not JSON sorts as NULL, because an error would make the whole commit fail.
      return "CASE WHEN json_valid(body) THEN json_extract(body, '$.\"\(name)\"') END\(isDown ? " DESC" : "")"
    }
    return (terms + ["key"]).joined(separator: ", ")
  }

  /// Returns the condition for rows of a collection that have a body.
  static func present(in collection: String) -> String {
    guard !collection.isEmpty else { return "body IS NOT NULL" }
    return "body IS NOT NULL AND key >= \(quoted("\(collection)/")) AND key < \(quoted("\(collection)0"))"
  }

  /// Returns the condition for rows of a collection, written so that SQLite does not use the index of the keys.
  static func isIn(_ collection: String) -> String {
    "+key >= \(quoted("\(collection)/")) AND +key < \(quoted("\(collection)0"))"
  }

  private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }

  /// The prefix of the names of the indexes that find the first rows.
  private static let sortIndexes = "row_sort"

  private static func sortIndex(of collection: SyncCollection) -> (name: String, sql: String)? {
    guard !collection.sort.isEmpty else { return nil }
    let name = collection.collection.isEmpty ? sortIndexes : "\(sortIndexes)_\(collection.collection)"
    let quotedName = collection.collection.isEmpty ? name : "\"\(name)\""
    return (
      name,
      "CREATE INDEX \(quotedName) ON row (\(order(collection.sort))) WHERE \(present(in: collection.collection))"
    )
  }

  /// Throws if the file has other tables.
  static func check(_ db: Database) throws {
    try SQLiteStorage.checkTables(db, tables, besides: sortIndexes)
    try SQLiteStorage.checkIntegrity(db, of: "record")
  }

  /// Creates the indexes that find the first rows of each collection.
  static func index(_ db: Database, for database: SyncDatabase) throws {
    let wanted = database.collections.compactMap(sortIndex)
    let present = try Row.fetchAll(
      db, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND name GLOB ? || '*'",
      arguments: [sortIndexes]
    ).map { row in (name: row[0] as String, sql: row[1] as String) }
    for index in present where !wanted.contains(where: { $0 == index }) {
      try db.execute(sql: "DROP INDEX \"\(index.name)\"")
    }
    for index in wanted where !present.contains(where: { $0 == index }) { try db.execute(sql: index.sql) }
  }
}
