import GRDB
import GRDBSQLite
import UDF
import UDFStorage

/// A statement that binds and reads the fields of rows through SQLite's C functions. GRDB would box and copy each
/// field, which takes longer than SQLite's own work.
struct RowStatement {
  private let statement: Statement
  private let db: Database
  /// Whether keys start with the names of collections.
  private let isNamed: Bool

  private var handle: OpaquePointer { statement.sqliteStatement }

  init(_ db: Database, isNamed: Bool, _ sql: String) throws {
    self.db = db
    self.isNamed = isNamed
    statement = try db.cachedStatement(sql: sql)
  }

  // MARK: writing

  /// Runs the statement with key, version, body, checksum and revision as `?1` to `?5`.
  func write(_ key: RowKey, version: Int64, body: [UInt8]?, revision: Int64) throws {
    var key = key.description
    try key.withUTF8 { key in
      let key = UnsafeRawBufferPointer(key)
      guard let body else { return try write(key, version, nil, revision) }
      try body.withUnsafeBytes { try write(key, version, $0, revision) }
    }
  }

  /// Runs the statement with bytes that stay at their address until it has finished.
  private func write(
    _ key: UnsafeRawBufferPointer, _ version: Int64, _ body: UnsafeRawBufferPointer?, _ revision: Int64
  ) throws {
    defer { sqlite3_reset(handle) }
    try bind(1, key)
    sqlite3_bind_int64(handle, 2, version)
    if let body { try bind(3, body) } else { sqlite3_bind_null(handle, 3) }
    sqlite3_bind_int64(handle, 4, RowStatement.checksum(key, version, body))
    sqlite3_bind_int64(handle, 5, revision)
    try check(sqlite3_step(handle), SQLITE_DONE)
  }

  private func bind(_ place: CInt, _ bytes: UnsafeRawBufferPointer) throws {
    // SQLite binds NULL for a null pointer, so an empty text needs an address.
    let start = bytes.baseAddress ?? UnsafeRawPointer(StaticString("").utf8Start)
    try check(
      sqlite3_bind_text64(
        handle, place, start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count), nil, UInt8(SQLITE_UTF8)),
      SQLITE_OK)
  }

  // MARK: reading

  /// Returns all rows of the statement, whose columns are key, version, body, checksum and revision. The parameters are
  /// key, revision and limit, `?1` to `?3`.
  func rows(key: RowKey = RowKey(""), revision: Int64 = 0, limit: Int = -1) throws -> [StoredRow] {
    // GRDB would end a text at its first NUL.
    var key = key.description
    return try key.withUTF8 { key in
      defer { sqlite3_reset(handle) }
      try bind(1, UnsafeRawBufferPointer(key))
      sqlite3_bind_int64(handle, 2, revision)
      sqlite3_bind_int64(handle, 3, Int64(limit))
      var rows: [StoredRow] = []
      while true {
        let code = sqlite3_step(handle)
        if code == SQLITE_DONE { return rows }
        try check(code, SQLITE_ROW)
        rows.append(try row())
      }
    }
  }

  private func row() throws -> StoredRow {
    let key = bytes(0)
    let version = sqlite3_column_int64(handle, 1)
    let body = sqlite3_column_type(handle, 2) == SQLITE_NULL ? nil : bytes(2)
    guard RowStatement.checksum(key, version, body) == sqlite3_column_int64(handle, 3) else {
      let key = String(decoding: key, as: UTF8.self)
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the row “\(key)” is not as it was written")
    }
    return StoredRow(
      RowKey(stored: String(decoding: key, as: UTF8.self), isNamed: isNamed), version: version,
      body: body.map(Array.init),
      revision: sqlite3_column_int64(handle, 4))
  }

  private func bytes(_ column: CInt) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_text(handle, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  // MARK: both

  private static func checksum(
    _ key: UnsafeRawBufferPointer, _ version: Int64, _ body: UnsafeRawBufferPointer?
  ) -> Int64 {
    var checksum = Checksum()
    checksum.add(key)
    checksum.add(version)
    if let body { checksum.add(body) }
    return checksum.signed
  }

  private func check(_ code: CInt, _ expected: CInt) throws {
    guard code != expected else { return }
    throw DatabaseError(
      resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(db.sqliteConnection)))
  }
}
