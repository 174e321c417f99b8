import Foundation
import GRDB
import LuaRuntime
import UDFStorage

/// A row of a ``ValueFile``: a key and its value in byte form. A checksum covers both, because SQLite does not detect a flipped bit.
struct StoredValue {
  static let table =
    "CREATE TABLE value (key BLOB NOT NULL PRIMARY KEY, value BLOB NOT NULL, checksum INTEGER NOT NULL)"

  let key: String
  let bytes: [UInt8]

  init(_ key: String, _ bytes: [UInt8]) {
    self.key = key
    self.bytes = bytes
  }

  /// nil if the row is damaged.
  private init?(_ row: Row) {
    guard let key = Data.fromDatabaseValue(row[0]).flatMap({ String(validating: $0, as: UTF8.self) }),
      let bytes = Data.fromDatabaseValue(row[1]), let checksum = Int64.fromDatabaseValue(row[2])
    else { return nil }
    self.init(key, Array(bytes))
    guard checksum == self.checksum, self.bytes.withUnsafeBytes(TapeCheck.isValue) else { return nil }
  }

  private var checksum: Int64 {
    var checksum = Checksum()
    checksum.add(key)
    bytes.withUnsafeBytes { checksum.add($0) }
    return checksum.signed
  }

  /// Writes the row; removes it if the value is `none`.
  func write(_ db: Database) throws {
    guard bytes != TapeWriter.bytes(of: .none) else {
      return try db.cachedStatement(sql: "DELETE FROM value WHERE key = ?").execute(arguments: [Data(key.utf8)])
    }
    try db.cachedStatement(sql: "INSERT OR REPLACE INTO value (key, value, checksum) VALUES (?, ?, ?)")
      .execute(arguments: [Data(key.utf8), Data(bytes), checksum])
  }

  /// Calls `body` with each row, and with nil for each damaged row.
  static func each(_ db: Database, _ body: (StoredValue?) throws -> Void) throws {
    let rows = try Row.fetchCursor(db, sql: "SELECT key, value, checksum FROM value")
    while let row = try rows.next() { try body(StoredValue(row)) }
  }
}
