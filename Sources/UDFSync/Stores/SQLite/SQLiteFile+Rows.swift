import GRDB
import UDF

extension SQLiteFile {
  /// Does to the rows what a commit says; gives whether any is not what it was.
  static func commitRows(_ write: CacheWrite, _ revision: Int64, _ db: Database) throws -> Bool {
    if write.restages || write.rows == .clear { try db.execute(sql: "DELETE FROM temp.staged") }
    if write.rows == .stage || write.rows == .swap {
      try run(
        write.changes, revision, db,
        "INSERT INTO temp.staged \(values) \(update) WHERE \(isLater)")
    }
    let before = db.totalChangesCount
    switch write.rows {
    case .merge:
      try run(write.changes, revision, db, "INSERT INTO row \(values) \(update) WHERE (\(isLater)) AND (\(isOther))")
    case .stage: break
    case .swap: try swap(revision, db)
    case .clear: try db.execute(sql: "DELETE FROM row")
    }
    let touch = try RowStatement(
      db, "INSERT INTO row \(values) ON CONFLICT (key) DO UPDATE SET revision = excluded.revision")
    for key in write.touched { try touch.write(key, version: 0, body: nil, revision: revision) }
    let haveRowsChanged = db.totalChangesCount != before
    if write.rows == .swap { try db.execute(sql: "DELETE FROM temp.staged") }
    return haveRowsChanged
  }

  private static func run(_ changes: [RowChange], _ revision: Int64, _ db: Database, _ sql: String) throws {
    let statement = try RowStatement(db, sql)
    for change in changes {
      switch change {
      case .put(let row): try statement.write(row.key, version: row.version, body: row.body, revision: revision)
      case .delete(let key, let version): try statement.write(key, version: version, body: nil, revision: revision)
      }
    }
  }

  /// Makes what lies aside the rows.
  private static func swap(_ revision: Int64, _ db: Database) throws {
    let gone = try RowStatement(
      db, "\(select) WHERE (body IS NOT NULL OR version <> 0) AND key NOT IN (SELECT key FROM temp.staged) LIMIT ?3"
    ).rows()
    let forget = try RowStatement(
      db,
      """
      UPDATE row SET revision = iif(body IS NULL, revision, ?5), version = ?2, body = ?3, checksum = ?4 WHERE key = ?1
      """)
    for row in gone { try forget.write(row.key, version: 0, body: nil, revision: revision) }
    try db.cachedStatement(
      sql: """
        INSERT INTO row (\(fields)) SELECT key, version, body, checksum, ?1 FROM temp.staged WHERE true \(update) \
        WHERE \(isOther)
        """
    ).execute(arguments: [revision])
  }

  static let fields = "key, version, body, checksum, revision"
  private static let values = "(\(fields)) VALUES (?1, ?2, ?3, ?4, ?5)"
  private static let update = """
    ON CONFLICT (key) DO UPDATE SET version = excluded.version, body = excluded.body, checksum = excluded.checksum, \
    revision = excluded.revision
    """
  /// ``RowChange/isLater(than:)``
  private static let isLater = "excluded.version = 0 OR version = 0 OR excluded.version > version"
  private static let isOther = "excluded.version <> version OR excluded.body IS NOT body"
}
