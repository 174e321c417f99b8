import Dispatch
import GRDB
import Platform
import UDFStorage

import struct Foundation.Data

/// Keeps on the disk the actions that hosts have sent and the log has not confirmed. If a host ends before, the next one that uses
/// the file appends them, under the name of the first: the log takes each of them once.
///
/// Several processes may use the file at once. Calls return at once; a thread of the outbox writes, in the order of the calls.
public final class LogOutbox: Sendable {
  /// What one commit writes. The order does not matter: a host's actions are removed up to a number.
  private struct Writes {
    var added: [LogRun] = []
    /// The number of the last removed action, by host.
    var removed: [String: Int64] = [:]

    var isEmpty: Bool { added.isEmpty && removed.isEmpty }

    /// What is still to be kept, each for one row.
    var rows: [LogRun] {
      var rows: [LogRun] = []
      for run in added {
        guard let rest = run.after(removed[run.first.host] ?? 0) else { continue }
        if let last = rows.indices.last, rows[last].append(rest) { continue }
        rows.append(rest)
      }
      return rows
    }

    mutating func remove(_ name: EntryName) {
      removed[name.host] = max(name.number, removed[name.host] ?? 0)
    }
  }

  private struct State {
    var writes = Writes()
    var isWriting = false
    /// Whether the last write has failed.
    var hasFailed = false
  }

  /// "UDFO"
  static let application = 0x5544_464F

  public let path: String
  private let log: String
  private let state = Guarded(State())
  private let onFailure: @Sendable (LogFailure) -> Void
  private let thread = DispatchQueue(label: "udf.outbox")
  // Used by the thread alone.
  nonisolated(unsafe) private var database: DatabaseQueue?

  /// - Parameters:
  ///   - path: the file. It is made, with its folder, when the first action is added.
  ///   - log: the log's ``ActionLog/identity``: a file may have actions of several logs.
  ///   - onFailure: called on a thread of the outbox when a write fails and the one before has not.
  public init(_ path: String, log: String, onFailure: @escaping @Sendable (LogFailure) -> Void = { _ in }) {
    self.path = path
    self.log = log
    self.onFailure = onFailure
  }

  deinit { try? database?.close() }

  /// Keeps actions until ``remove(_:)``, under the names that their entries will have.
  public func add(_ run: LogRun) { write { $0.added.append(run) } }

  /// Forgets an action, and those that the same host has sent before.
  public func remove(_ name: EntryName) { write { $0.remove(name) } }

  /// Waits until all that was added and removed is on the disk.
  public func flush() { thread.sync {} }

  /// What other hosts than this one have left, in batches that can be appended, in the order of each host.
  public func leftOver(besides host: String) async throws(LogFailure) -> [LogBatch] {
    try await onThread { () throws(LogFailure) in try self.read(besides: host) }
  }

  /// The numbers of actions that wait for other logs, by the identities of these logs.
  public func waitingElsewhere() async throws(LogFailure) -> [String: Int] {
    try await onThread { () throws(LogFailure) in
      guard self.exists else { return [:] }
      var counts: [String: Int] = [:]
      try self.perform { counts = try Self.waiting($0) }
      counts[self.log] = nil
      return counts
    }
  }

  /// Returns the numbers of actions in a file that wait, by the identities of the logs; empty if there is no file. Hosts
  /// may use the file meanwhile.
  package static func waiting(at path: String) throws -> [String: Int] {
    guard access(path, F_OK) == 0 else { return [:] }
    let queue = try open(path, patience: 1)
    defer { try? queue.close() }
    return try queue.read { try waiting($0) }
  }

  private static func waiting(_ db: Database) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    let rows = try Row.fetchCursor(db, sql: "SELECT log, sum(count - confirmed) FROM waiting GROUP BY log")
    while let row = try rows.next() { counts[row[0]] = row[1] }
    return counts
  }

  private func onThread<Answer: Sendable>(
    _ body: @escaping @Sendable () throws(LogFailure) -> Answer
  ) async throws(LogFailure) -> Answer {
    let result: Result<Answer, LogFailure> = await withCheckedContinuation { continuation in
      thread.async { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
  }

  // MARK: on the thread

  private var exists: Bool { database != nil || access(path, F_OK) == 0 }

  private func write(_ change: (inout Writes) -> Void) {
    let isFirst = state.withLock { state in
      change(&state.writes)
      defer { state.isWriting = true }
      return !state.isWriting
    }
    // What comes while the thread writes goes into the next commit.
    if isFirst { thread.async { self.drain() } }
  }

  private func drain() {
    while true {
      let writes = state.withLock { state in
        defer { state.writes = Writes() }
        state.isWriting = !state.writes.isEmpty
        return state.writes
      }
      if writes.isEmpty { return }
      do throws(LogFailure) {
        try commit(writes)
        state.withLock { $0.hasFailed = false }
      } catch {
        let isFirst = state.withLock { state in
          defer { state.hasFailed = true }
          return !state.hasFailed
        }
        if isFirst { onFailure(error) }
      }
    }
  }

  private func commit(_ writes: Writes) throws(LogFailure) {
    // What the log has confirmed meanwhile is not written, and one statement removes all that a host had before.
    try perform { db in
      let insert = try db.cachedStatement(sql: WaitingRow.insertion)
      for run in writes.rows { try insert.execute(arguments: WaitingRow.arguments(run, log: self.log)) }
      for (host, number) in writes.removed {
        try db.cachedStatement(sql: "DELETE FROM waiting WHERE log = ? AND host = ? AND number + count - 1 <= ?")
          .execute(arguments: [self.log, host, number])
        // The first actions of a row may be confirmed before the others.
        try db.cachedStatement(
          sql: "UPDATE waiting SET confirmed = ?3 - number + 1 WHERE log = ?1 AND host = ?2 AND number <= ?3"
        ).execute(arguments: [self.log, host, number])
      }
    }
  }

  private func read(besides host: String) throws(LogFailure) -> [LogBatch] {
    guard exists else { return [] }
    var batches: [LogBatch] = []
    try perform { db in
      let rows = try Row.fetchCursor(db, sql: WaitingRow.selection, arguments: [self.log, host])
      while let row = try rows.next() {
        let waiting = try WaitingRow.waiting(row)
        for (name, action) in waiting.named {
          if let last = batches.last, last.actions.count < 64, last.follows(name, waiting.epoch) {
            batches[batches.count - 1].actions.append(action)
          } else {
            batches.append(LogBatch(name, [action], epoch: waiting.epoch))
          }
        }
      }
    }
    return batches
  }

  private func perform(_ body: (Database) throws -> Void) throws(LogFailure) {
    do {
      let opened = try database ?? open()
      database = opened
      try opened.write(body)
    } catch {
      let failure = StorageFailure(error, in: path)
      throw LogFailure(failure.code == .full ? .full : .refused, failure.message)
    }
  }

  private func open() throws -> DatabaseQueue {
    if let slash = path.lastIndex(of: "/") { makeFolders(String(path[..<slash])) }
    return try LogOutbox.open(path, patience: 5)
  }

  private static func open(_ path: String, patience: Double) throws -> DatabaseQueue {
    let queue = try SQLiteStorage.open(path, patience: patience, isShared: true)
    try queue.inDatabase { db in
      try db.inTransaction(.immediate) {
        if try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0 {
          try db.execute(sql: "PRAGMA application_id = \(application)")
          try db.execute(sql: WaitingRow.table)
        }
        try SQLiteStorage.checkApplication(db, application, "it is no outbox of a log")
        let columns = Set(try db.columns(in: "waiting").map(\.name))
        for (column, form) in WaitingRow.laterColumns where !columns.contains(column) {
          try db.execute(sql: "ALTER TABLE waiting ADD COLUMN \(column) \(form)")
        }
        return .commit
      }
    }
    return queue
  }
}
