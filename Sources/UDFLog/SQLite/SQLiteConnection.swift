import GRDB
import Platform
import UDFStorage

import struct Foundation.Data

final class SQLiteConnection: LogConnection {
  let path: String
  private let queue: DatabaseQueue
  /// Identifies the file, because another file may later have the path.
  private let file: (device: UInt64, number: UInt64)?
  private let bell = Bell()
  private var polling = Polling(first: 0.001, last: 0.02)
  /// SQLite's count of other connections' commits at the last read.
  private var version: Int?

  init(_ path: String, _ queue: DatabaseQueue) {
    self.path = path
    self.queue = queue
    file = SQLiteConnection.file(path)
  }

  /// Held by a connection that closes. SQLite moves all entries into the file when the last connection closes; of two that close at once
  /// neither is the last.
  private static let closing = Guarded(())

  deinit { SQLiteConnection.closing.withLock { _ in try? queue.close() } }

  func open(creates: Bool) throws(LogFailure) {
    try access { try SQLiteSchema.prepare($0, self.path, creates: creates) }
  }

  // MARK: append

  func append(_ batches: [LogBatch]) throws(LogFailure) -> [AppendOutcome] {
    try commit { db in try batches.map { try self.append($0, db) } }
  }

  private func append(_ batch: LogBatch, _ db: Database) throws -> AppendOutcome {
    var head = try readHead(db)
    if let epoch = batch.epoch, epoch != head.epoch {
      return .refused(.otherEpoch(path, head.epoch, expected: epoch))
    }
    let host = batch.first.host
    let last = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT number, position FROM host WHERE name = ?"), arguments: [host])
    let lastNumber: Int64 = last?[0] ?? 0
    guard batch.first.number <= lastNumber + 1 else { return .gap(last: lastNumber) }
    let rest = batch.named.dropFirst(Int(min(lastNumber + 1 - batch.first.number, Int64(batch.actions.count))))
    guard let newest = rest.last?.name.number else { return .committed(last?[1] ?? 0) }
    if let expected = batch.expectedHead, expected != head.position { return .rejected(head: head.position) }
    let insert = try db.cachedStatement(sql: "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
    for (name, action) in rest {
      var link = Checksum()
      link.add(head.link)
      link.add(action.digest(name))
      let previous = head.link
      head.position += 1
      head.link = link.hexadecimal
      try insert.execute(arguments: [
        head.position, name.host, name.number, action.cause?.host, action.cause?.number, Data(action.stamp),
        Data(action.body), previous, head.link,
      ])
    }
    try db.cachedStatement(sql: "UPDATE head SET position = ?, link = ?").execute(arguments: [head.position, head.link])
    try db.cachedStatement(sql: "INSERT OR REPLACE INTO host VALUES (?, ?, ?)").execute(arguments: [
      host, newest, head.position,
    ])
    return .committed(head.position)
  }

  // MARK: read

  func read(after position: Int64, limit: Int) throws(LogFailure) -> LogPage {
    try view { db in
      self.version = try self.changeCount(db)
      let rows = try Row.fetchCursor(
        db.cachedStatement(
          sql: """
            SELECT position, host, number, cause_host, cause_number, stamp, body, previous, link FROM entry
              WHERE position > ? ORDER BY position LIMIT ?
            """), arguments: [position, limit])
      var entries: [LogEntry] = []
      while let row = try rows.next() { entries.append(try SQLiteConnection.entry(row)) }
      return LogPage(entries: entries, head: try self.readHead(db))
    }
  }

  func wait(after position: Int64, limit: Int, seconds: Double) throws(LogFailure) -> [LogEntry] {
    try polling.wait(seconds: seconds, bell) { () throws(LogFailure) in
      try access { try self.changeCount($0) } != version
    }
    return []
  }

  var interrupt: @Sendable () -> Void { { [bell] in bell.ring() } }

  func lastNumber(of host: String) throws(LogFailure) -> Int64 {
    try view { try Int64.fetchOne($0, sql: "SELECT number FROM host WHERE name = ?", arguments: [host]) ?? 0 }
  }

  private func changeCount(_ db: Database) throws -> Int? {
    try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version"))
  }

  private func readHead(_ db: Database) throws -> LogHead {
    guard let row = try Row.fetchOne(db.cachedStatement(sql: "SELECT epoch, position, link, base FROM head")) else {
      throw LogFailure.incompatible(path, "has no head; it is damaged")
    }
    return LogHead(epoch: row[0], position: row[1], link: row[2], base: row[3])
  }

  /// By index: finding a column by its name takes longer than reading it.
  private static func entry(_ row: Row) throws -> LogEntry {
    let causeHost: String? = row[3]
    let cause = causeHost.map { EntryName($0, row[4]) }
    return LogEntry(
      position: row[0], name: EntryName(row[1], row[2]),
      action: LogAction(try bytes(row, 6), stamp: try bytes(row, 5), cause: cause), previous: row[7], link: row[8])
  }

  private static func bytes(_ row: Row, _ column: Int) throws -> [UInt8] {
    try row.withUnsafeData(atIndex: column) { $0.map { [UInt8]($0) } ?? [] }
  }

  // MARK: snapshots

  func trim(below position: Int64) throws(LogFailure) {
    try commit { [path] db in
      let head = try self.readHead(db)
      guard position > head.base + 1 else { return }
      guard position <= head.position + 1 else { throw LogFailure.beyond(path, position, head: head.position) }
      guard
        try Bool.fetchOne(
          db, sql: "SELECT EXISTS (SELECT 1 FROM snapshot WHERE position >= ?)", arguments: [position - 1]) == true
      else { throw LogFailure.noSnapshot(path, below: position) }
      try db.execute(
        sql: "UPDATE head SET base = ?1, base_link = (SELECT link FROM entry WHERE position = ?1)",
        arguments: [position - 1])
      try db.execute(sql: "DELETE FROM entry WHERE position < ?", arguments: [position])
      try db.execute(sql: "DELETE FROM snapshot WHERE position < ?", arguments: [position - 1])
    }
  }

  func save(_ snapshot: LogSnapshot) throws(LogFailure) {
    try commit { [path] db in
      let place = snapshot.place
      let link = try String.fetchOne(
        db,
        sql: "SELECT link FROM entry WHERE position = ?1 UNION ALL SELECT base_link FROM head WHERE base = ?1",
        arguments: [place.position])
      guard link == place.link else { throw LogFailure.foreignSnapshot(path, place.position) }
      try db.execute(
        sql: "INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?, ?)",
        arguments: [place.position, snapshot.reducers, place.link, Data(snapshot.body)])
      try db.execute(
        sql: """
          DELETE FROM snapshot WHERE reducers = ?1 AND position NOT IN
            (SELECT position FROM snapshot WHERE reducers = ?1 ORDER BY position DESC LIMIT 2)
          """, arguments: [snapshot.reducers])
    }
  }

  func snapshot(reducers: String?) throws(LogFailure) -> LogSnapshot? {
    try view { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT position, link, epoch, reducers, body FROM snapshot, (SELECT epoch FROM head)
            WHERE ?1 IS NULL OR reducers = ?1 ORDER BY position DESC LIMIT 1
          """, arguments: [reducers])
      return try row.map {
        LogSnapshot(
          LogPlace(position: $0[0], link: $0[1]), epoch: $0[2], reducers: $0[3],
          body: try SQLiteConnection.bytes($0, 4))
      }
    }
  }

  // MARK: transactions

  private static func file(_ path: String) -> (device: UInt64, number: UInt64)? {
    var status = stat()
    return stat(path, &status) == 0 ? (UInt64(status.st_dev), UInt64(status.st_ino)) : nil
  }

  /// Throws if the file was removed or replaced, because other processes no longer read its entries.
  private func checkFile() throws(LogFailure) {
    guard let file, let now = SQLiteConnection.file(path), now == file else {
      throw .unreachable(path, "the file was moved or replaced")
    }
  }

  private func access<Value>(_ work: (Database) throws -> Value) throws(LogFailure) -> Value {
    try checkFile()
    do { return try queue.inDatabase(work) } catch { throw LogFailure(error, of: path) }
  }

  private func view<Value>(_ work: (Database) throws -> Value) throws(LogFailure) -> Value {
    try checkFile()
    do { return try queue.read(work) } catch { throw LogFailure(error, of: path) }
  }

  /// Acquires the write lock at once: a transaction that begins with a read may fail to get it.
  private func commit<Value>(_ work: (Database) throws -> Value) throws(LogFailure) -> Value {
    try access { db in
      var value: Value?
      try db.inTransaction(.immediate) {
        value = try work(db)
        return .commit
      }
      return value!
    }
  }
}
