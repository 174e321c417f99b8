import GRDB
import UDF
import UDFStorage

/// An open file of a ``SQLiteCache``; used on one thread after the other, never on two.
final class SQLiteFile {
  let path: String
  let collection: SyncCollection
  let queue: DatabaseQueue
  /// Outbox and dead letters are taken from it with ``takeContents()``: in memory their owner alone has them.
  private var contents: CacheContents
  /// Whether all rows were once seen to be there.
  private var isChecked = false

  init(at path: String, of collection: SyncCollection, patience: Double) throws(CacheFailure) {
    self.path = path
    self.collection = collection
    do {
      queue = try SQLiteStorage.open(path, patience: patience)
      do {
        contents = try queue.inDatabase { try SQLiteFile.load($0, path, collection) }
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

  private static func load(_ db: Database, _ path: String, _ collection: SyncCollection) throws -> CacheContents {
    try SQLiteStorage.checkApplication(db, SQLiteSchema.application, "it is no cache of this kind")
    var records = SQLiteRecords(keepsBodies: false)
    try records.read(db)
    let damage = CacheFailure.corrupt(path, "its outbox is not as it was written")
    guard let json = records.head else { throw damage }
    // First, since what a newer format has beside its head looks like damage from here.
    let head = try CacheHead(Array(json.utf8), of: collection, in: path)
    if records.isDamaged || head.client == nil && !records.haveClients { throw damage }
    try SQLiteSchema.check(db)
    var contents = head.contents(for: collection, hasRows: try hasRows(db))
    (contents.outbox, contents.deadLetters) = records.waiting(of: head)
    try db.inTransaction {
      if head.format < CacheHead.format {
        if let former = head.client { try upgradeOutbox(contents, former: former, db) }
        try SQLiteRecord(.head, json: CacheHead(contents, of: collection).json).write(db)
      }
      try SQLiteSchema.index(db, by: collection.sort)
      return .commit
    }
    try db.execute(sql: SQLiteSchema.staging)
    return contents
  }

  /// What the file holds besides rows; outbox and dead letters are given once.
  func takeContents() -> CacheContents {
    defer { (contents.outbox, contents.deadLetters) = (Outbox(), [:]) }
    return contents
  }

  static func make(at path: String, _ kept: KeptChanges, of collection: SyncCollection) throws(CacheFailure) {
    do {
      try SQLiteStorage.make(at: path, application: SQLiteSchema.application, tables: SQLiteSchema.tables) { db in
        try SQLiteRecord(.head, json: CacheHead(kept.contents, of: collection).json).write(db)
        for mutation in kept.mutations { try SQLiteRecord(mutation).write(db) }
        for letter in kept.deadLetters { try SQLiteRecord(letter).write(db) }
      }
    } catch {
      throw CacheFailure(error, in: path)
    }
  }

  static func salvage(at path: String, of collection: SyncCollection) throws(CacheFailure) -> KeptChanges {
    var records = SQLiteRecords(keepsBodies: true)
    do {
      let queue = try SQLiteStorage.salvage(path)
      defer { try? queue.close() }
      try queue.inDatabase { try records.read($0) }
    } catch {
      // All records before the damage were read. Nothing was read if another process holds the file.
      let failure = CacheFailure(error, in: path)
      guard failure.code == .corrupt else { throw failure }
    }
    guard let head = records.head.flatMap({ try? CacheHead(Array($0.utf8), in: path) }) else {
      return records.pending.orphans
    }
    return head.salvaged(records.pending, for: collection)
  }

  // MARK: reading

  static let select = "SELECT \(fields) FROM row"

  func rows(after position: RowPosition, limit: Int) throws(CacheFailure) -> [StoredRow] {
    try access { db in
      let rows = try RowStatement(
        db, "\(SQLiteFile.select) WHERE (revision, key) > (?2, ?1) ORDER BY revision, key LIMIT ?3"
      ).rows(key: position.key, revision: position.revision, limit: limit)
      // A reader that reaches the end treats these rows as all of them. The check runs here and not at opening, because it
      // takes as long as reading the rows.
      if rows.count < limit, !isChecked {
        try SQLiteStorage.checkIntegrity(db)
        isChecked = true
      }
      return rows
    }
  }

  func rows(of keys: [EntityKey]) throws(CacheFailure) -> [StoredRow] {
    try access { db in
      let statement = try RowStatement(db, "\(SQLiteFile.select) WHERE key = ?1 LIMIT ?3")
      return try keys.flatMap { try statement.rows(key: $0) }
    }
  }

  func firstRows(_ count: Int) throws(CacheFailure) -> [StoredRow] {
    let order = SQLiteSchema.order(collection.sort)
    return try access {
      try RowStatement($0, "\(SQLiteFile.select) WHERE body IS NOT NULL ORDER BY \(order) LIMIT ?3")
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
        let haveRowsChanged = try SQLiteFile.commitRows(write, next.revision, db)
        if haveRowsChanged { next.hasRows = try SQLiteFile.hasRows(db) }
        // A commit that changes nothing costs nothing: the count of commits alone need not last.
        guard haveRowsChanged || write.changesOutbox || next.differs(from: contents) else { return }
        try SQLiteFile.commitOutbox(write, db)
        try SQLiteRecord(.head, json: CacheHead(next, of: collection).json).write(db)
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
