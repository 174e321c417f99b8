import GRDB
import UDF

extension SQLiteFile {
  /// Applies a commit to the rows. Returns whether any row has changed.
  func commitRows(
    _ write: CacheWrite, _ pass: FilterPass, _ revision: Int64, _ db: Database
  ) throws -> Bool {
    if write.restages || write.rows == .clear { try db.execute(sql: "DELETE FROM temp.staged") }
    if write.rows == .stage || write.rows == .swap {
      try run(
        write.changes, pass, held: try statement(db, "SELECT \(Self.fields) FROM temp.staged WHERE key = ?1"), revision,
        db,
        "INSERT INTO temp.staged \(Self.values) \(Self.update) WHERE \(Self.isLater)")
    }
    let before = db.totalChangesCount
    switch write.rows {
    case .merge:
      try run(
        write.changes, pass, held: try statement(db, Self.byKey), revision, db,
        "INSERT INTO row \(Self.values) \(Self.update) WHERE (\(Self.isLater)) AND (\(Self.isOther))")
    case .stage: break
    case .swap: try swap(pass, revision, db)
    case .clear: try db.execute(sql: "DELETE FROM row")
    }
    let touch = try statement(
      db, "INSERT INTO row \(Self.values) ON CONFLICT (key) DO UPDATE SET revision = excluded.revision")
    for key in write.touched { try touch.write(key, version: 0, body: nil, revision: revision) }
    try filter(write.touched, pass, revision, db)
    let haveRowsChanged = db.totalChangesCount != before
    if write.rows == .swap { try db.execute(sql: "DELETE FROM temp.staged") }
    return haveRowsChanged
  }

  private func run(
    _ changes: [RowChange], _ pass: FilterPass, held: RowStatement, _ revision: Int64, _ db: Database, _ sql: String
  ) throws {
    let statement = try statement(db, sql)
    for change in changes {
      switch try pass.written(change, over: try held.rows(key: change.key).first) {
      case nil: break
      case .put(let row): try statement.write(row.key, version: row.version, body: row.body, revision: revision)
      case .delete(let key, let version): try statement.write(key, version: version, body: nil, revision: revision)
      }
    }
  }

  /// Removes, shows or hides rows according to the filter.
  private func filter(
    _ touched: [RowKey], _ pass: FilterPass, _ revision: Int64, _ db: Database
  ) throws {
    let put = try statement(
      db, "UPDATE row SET version = ?2, body = ?3, checksum = ?4, revision = ?5 WHERE key = ?1")
    func write(_ row: StoredRow) throws {
      try put.write(row.key, version: row.version, body: row.body, revision: row.revision)
    }
    guard pass.looksAtAll || pass.looksAtTouched else { return }
    guard pass.looksAtAll else {
      let held = try statement(db, Self.byKey)
      for row in try touched.flatMap({ try held.rows(key: $0) }) { try pass.revised(touched: row).map(write) }
      return
    }
    let next = try statement(db, "\(Self.select) WHERE key > ?1 ORDER BY key LIMIT ?3")
    var rows = try next.rows(limit: Self.batch)
    while let last = rows.last {
      for row in rows { try pass.revised(row, revision: revision).map(write) }
      rows = try next.rows(key: last.key, limit: Self.batch)
    }
  }

  /// Replaces the rows by the staged rows.
  private func swap(_ pass: FilterPass, _ revision: Int64, _ db: Database) throws {
    let gone = try statement(
      db,
      "\(Self.select) WHERE (body IS NOT NULL OR version <> 0) AND key NOT IN (SELECT key FROM temp.staged) LIMIT ?3"
    ).rows()
    let forget = try statement(
      db,
      """
      UPDATE row SET revision = iif(body IS NULL, revision, ?5), version = ?2, body = ?3, checksum = ?4 WHERE key = ?1
      """)
    for row in gone { try forget.write(row.key, version: 0, body: pass.rest(of: row), revision: revision) }
    try db.cachedStatement(
      sql: """
        INSERT INTO row (\(Self.fields)) SELECT key, version, body, checksum, ?1 FROM temp.staged WHERE true \(Self.update) \
        WHERE \(Self.isOther)
        """
    ).execute(arguments: [revision])
  }

  /// Makes a statement that returns rows of this database.
  func statement(_ db: Database, _ sql: String) throws -> RowStatement {
    try RowStatement(db, isNamed: database.isNamed, sql)
  }

  /// The number of rows that are in memory at once while all rows are examined.
  private static let batch = 500
  static let byKey = "\(select) WHERE key = ?1 LIMIT ?3"
  static let fields = "key, version, body, checksum, revision"
  private static let values = "(\(fields)) VALUES (?1, ?2, ?3, ?4, ?5)"
  private static let update = """
    ON CONFLICT (key) DO UPDATE SET version = excluded.version, body = excluded.body, checksum = excluded.checksum, \
    revision = excluded.revision
    """
  /// See ``RowChange/isLater(than:)``.
  private static let isLater = "excluded.version = 0 OR version = 0 OR excluded.version > version"
  private static let isOther = "excluded.version <> version OR excluded.body IS NOT body"
}
