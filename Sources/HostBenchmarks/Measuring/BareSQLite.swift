import GRDBSQLite
import UDFSync

/// The baseline for caches: a table of rows with its indexes, and one prepared statement in a loop.
final class BareSQLite {
  private var connection: OpaquePointer?
  private var statement: OpaquePointer?

  /// - Parameter sort: the field by which rows are sorted in descending order.
  init(_ path: String, sort: String?) {
    sqlite3_open(path, &connection)
    run(
      """
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      CREATE TABLE row (key TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL, body TEXT, revision INTEGER NOT NULL);
      CREATE INDEX row_revision ON row (revision, key);
      """)
    if let sort { run("CREATE INDEX row_sort ON row (json_extract(body, '$.\(sort)') DESC, key)") }
    sqlite3_prepare_v2(
      connection,
      """
      INSERT INTO row (key, version, body, revision) VALUES (?1, ?2, ?3, ?2)
      ON CONFLICT (key) DO UPDATE SET version = ?2, body = ?3, revision = ?2 WHERE excluded.version > version
      """, -1, &statement, nil)
  }

  deinit {
    sqlite3_finalize(statement)
    sqlite3_close(connection)
  }

  /// Writes rows in one transaction.
  func write(_ changes: [RowChange]) {
    run("BEGIN")
    for case .put(let row) in changes {
      var key = row.key.description
      key.withUTF8 { key in
        row.body.withUnsafeBufferPointer { body in
          bind(1, key)
          sqlite3_bind_int64(statement, 2, row.version)
          bind(3, body)
          sqlite3_step(statement)
          sqlite3_reset(statement)
        }
      }
    }
    run("COMMIT")
  }

  private func bind(_ place: CInt, _ text: UnsafeBufferPointer<UInt8>) {
    let start = text.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
    sqlite3_bind_text(statement, place, start, CInt(text.count), nil)
  }

  private func run(_ sql: String) { sqlite3_exec(connection, sql, nil, nil, nil) }
}
