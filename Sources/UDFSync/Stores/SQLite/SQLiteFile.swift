import GRDB
import UDF
import UDFStorage

/// An open file of a ``SQLiteCache``. Several threads may use it one after the other, but not at the same time.
final class SQLiteFile {
  let path: String
  let database: SyncDatabase
  let queue: DatabaseQueue
  /// ``takeContents()`` removes outbox and dead letters, so that only the caller has them in memory.
  private(set) var contents: CacheContents
  /// Whether all rows were once verified to be readable.
  private var isChecked = false

  init(at path: String, of database: SyncDatabase, patience: Double) throws(CacheFailure) {
    self.path = path
    self.database = database
    do {
      queue = try SQLiteStorage.open(path, patience: patience)
      do {
        contents = try queue.inDatabase { try SQLiteFile.load($0, path, database) }
      } catch {
        try? queue.close()
        throw error
      }
    } catch {
      throw CacheFailure(error, in: path)
    }
  }

  func close() { try? queue.close() }

  // MARK: opening

  private static func load(_ db: Database, _ path: String, _ database: SyncDatabase) throws -> CacheContents {
    try SQLiteStorage.checkApplication(db, SQLiteSchema.application, "it is no cache of this kind")
    var records = SQLiteRecords(keepsBodies: false)
    try records.read(db)
    let damage = CacheFailure.corrupt(path, "its outbox is not as it was written")
    guard let json = records.head else { throw damage }
    // The head comes first, because the other records of a newer format would look damaged to this version.
    let head = try CacheHead(Array(json.utf8), of: database, in: path)
    if records.isDamaged || head.client == nil && !records.haveClients { throw damage }
    try SQLiteSchema.check(db)
    var contents = head.contents(for: database, hasRows: try hasRows(db))
    (contents.outbox, contents.deadLetters) = records.waiting(of: head)
    try db.inTransaction {
      if head.format < CacheHead.formatOfOne {
        if let former = head.client { try upgradeOutbox(contents, former: former, db) }
        try SQLiteRecord(.head, json: CacheHead(contents, of: database).json).write(db)
      }
      try SQLiteSchema.index(db, for: database)
      return .commit
    }
    try db.execute(sql: SQLiteSchema.staging)
    return contents
  }

  /// Returns the contents of the file without rows. Only the first call returns outbox and dead letters.
  func takeContents() -> CacheContents {
    defer { (contents.outbox, contents.deadLetters) = (Outbox(), [:]) }
    return contents
  }

  static func make(at path: String, _ kept: KeptChanges, of database: SyncDatabase) throws(CacheFailure) {
    do {
      try SQLiteStorage.make(at: path, application: SQLiteSchema.application, tables: SQLiteSchema.tables) { db in
        try SQLiteRecord(.head, json: CacheHead(kept.contents, of: database).json).write(db)
        for mutation in kept.mutations { try SQLiteRecord(mutation).write(db) }
        for letter in kept.deadLetters { try SQLiteRecord(letter).write(db) }
      }
    } catch {
      throw CacheFailure(error, in: path)
    }
  }

  static func salvage(at path: String, of database: SyncDatabase) throws(CacheFailure) -> KeptChanges {
    var records = SQLiteRecords(keepsBodies: true)
    do {
      let queue = try SQLiteStorage.salvage(path)
      defer { try? queue.close() }
      try queue.inDatabase { try records.read($0) }
    } catch {
      // All records before the damage were read. If another process holds the file, nothing was read.
      let failure = CacheFailure(error, in: path)
      guard failure.code == .corrupt else { throw failure }
    }
    guard let head = records.head.flatMap({ try? CacheHead(Array($0.utf8), in: path) }) else {
      return records.pending.orphans
    }
    return head.salvaged(records.pending, for: database)
  }

  // MARK: reading

  static let select = "SELECT \(fields) FROM row"

  func rows(
    after position: RowPosition, limit: Int, in collection: String? = nil
  ) throws(CacheFailure) -> [StoredRow] {
    let own = collection.map { $0.isEmpty ? "" : " AND \(SQLiteSchema.isIn($0))" } ?? ""
    return try access { db in
      let rows = try statement(
        db, "\(SQLiteFile.select) WHERE (revision, key) > (?2, ?1)\(own) ORDER BY revision, key LIMIT ?3"
      ).rows(key: position.key, revision: position.revision, limit: limit)
      // A reader that reaches the end treats these rows as all rows, so the integrity is checked here. It is not
      // checked when the file is opened, because the check takes as long as reading the rows.
      if rows.count < limit, !isChecked {
        try SQLiteStorage.checkIntegrity(db)
        isChecked = true
      }
      return rows
    }
  }

  func rows(of keys: [RowKey]) throws(CacheFailure) -> [StoredRow] {
    try access { db in
      let statement = try statement(db, SQLiteFile.byKey)
      return try keys.flatMap { try statement.rows(key: $0) }
    }
  }

  func rows(mentioning keys: [RowKey]) throws(CacheFailure) -> [StoredRow] {
    try access { db in
      let statement = try statement(db, "\(SQLiteFile.select) WHERE instr(body, ?1) > 0 LIMIT ?3")
      return try keys.flatMap { try statement.rows(key: RowKey($0.key)) }
    }
  }

  func firstRows(_ count: Int, in collection: String) throws(CacheFailure) -> [StoredRow] {
    let order = SQLiteSchema.order(database[collection]?.sort ?? [])
    return try access {
      try statement($0, "\(SQLiteFile.select) WHERE \(SQLiteSchema.present(in: collection)) ORDER BY \(order) LIMIT ?3")
        .rows(limit: count)
    }
  }

  func access<Value>(_ work: (Database) throws -> Value) throws(CacheFailure) -> Value {
    do { return try queue.inDatabase(work) } catch { throw CacheFailure(error, in: path) }
  }

  // MARK: writing

  func commit(_ write: CacheWrite) throws(CacheFailure) -> Int64 {
    var next = contents
    next.applyHead(write, revision: contents.revision + 1)
    do {
      try queue.write { db in
        let pass = FilterPass(write, from: contents.filter, to: next.filter)
        let haveRowsChanged = try commitRows(write, pass, next.revision, db)
        if haveRowsChanged { next.hasRows = try SQLiteFile.hasRows(db) }
        // A commit that changes nothing is not written, because the number of commits alone need not be durable.
        guard haveRowsChanged || write.changesOutbox || next.differs(from: contents) else { return }
        try SQLiteFile.commitOutbox(write, db)
        try SQLiteRecord(.head, json: CacheHead(next, of: database).json).write(db)
      }
    } catch {
      throw CacheFailure(error, in: path)
    }
    contents = next
    return next.revision
  }

  private static func hasRows(_ db: Database) throws -> Bool {
    try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM row)") ?? false
  }
}
