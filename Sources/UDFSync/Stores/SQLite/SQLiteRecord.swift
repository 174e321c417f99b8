import GRDB
import UDFStorage

/// A row of the table `record`: the head, a mutation of the outbox, or a dead letter.
struct SQLiteRecord {
  enum Kind: String { case head, outbox, dead }

  var kind: Kind
  var id: Int64
  var json: String

  init(_ kind: Kind, id: Int64 = 0, json: String) {
    self.kind = kind
    self.id = id
    self.json = json
  }

  init(_ mutation: Mutation) { self.init(.outbox, id: mutation.id, json: MutationRecord(mutation).json) }

  init(_ letter: DeadLetter) { self.init(.dead, id: letter.mutation.id, json: MutationRecord(letter).json) }

  /// nil if the record is damaged.
  private init?(_ row: Row) {
    guard let kind = String.fromDatabaseValue(row[0]).flatMap(Kind.init), let id = Int64.fromDatabaseValue(row[1]),
      let json = String.fromDatabaseValue(row[2]), let checksum = Int64.fromDatabaseValue(row[3])
    else { return nil }
    self.init(kind, id: id, json: json)
    guard self.checksum == checksum else { return nil }
  }

  private var checksum: Int64 {
    var checksum = Checksum()
    checksum.add(kind.rawValue)
    checksum.add(id)
    checksum.add(json)
    return checksum.signed
  }

  func write(_ db: Database) throws {
    try db.cachedStatement(sql: "INSERT OR REPLACE INTO record (kind, id, json, checksum) VALUES (?, ?, ?, ?)")
      .execute(arguments: [kind.rawValue, id, json, checksum])
  }

  static func remove(_ kind: Kind, _ id: Int64, _ db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM record WHERE kind = ? AND id = ?")
      .execute(arguments: [kind.rawValue, id])
  }

  /// Returns a mutation of the outbox; nil if there is no such record. Throws if the record is damaged.
  ///
  /// - Parameter former: the client name of a mutation without one, in format 1.
  static func mutation(_ id: Int64, former: String? = nil, _ db: Database) throws -> Mutation? {
    try read(.outbox, id, former, db) { $0.mutation($1) }
  }

  /// Returns a dead letter; nil if there is no such record. Throws if the record is damaged.
  ///
  /// - Parameter former: the client name of a mutation without one, in format 1.
  static func deadLetter(_ id: Int64, former: String? = nil, _ db: Database) throws -> DeadLetter? {
    try read(.dead, id, former, db) { $0.deadLetter($1) }
  }

  private static func read<Value>(
    _ kind: Kind, _ id: Int64, _ former: String?, _ db: Database, _ make: (MutationRecord, String) -> Value
  ) throws -> Value? {
    let statement = try db.cachedStatement(
      sql: "SELECT kind, id, json, checksum FROM record WHERE kind = ? AND id = ?")
    guard let row = try Row.fetchOne(statement, arguments: [kind.rawValue, id]) else { return nil }
    guard let json = SQLiteRecord(row)?.json, let record = MutationRecord(Array(json.utf8)),
      let client = record.client ?? former
    else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its outbox is not as it was written") }
    return make(record, client)
  }

  /// Passes all records to a function in the order of their ids, with nil for a damaged record.
  static func each(_ db: Database, _ body: (SQLiteRecord?) throws -> Void) throws {
    let rows = try Row.fetchCursor(db, sql: "SELECT kind, id, json, checksum FROM record ORDER BY kind, id")
    while let row = try rows.next() { try body(SQLiteRecord(row)) }
  }
}
