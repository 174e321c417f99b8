import GRDB

import struct Foundation.Data

/// A row of a ``LogOutbox``: consecutive actions of one host that differ only in their bodies.
///
/// Most actions of a host have the same stamp and no cause, and writing one row for all of them takes a tenth of the time of a row for
/// each.
struct WaitingRow {
  static let table = """
    CREATE TABLE waiting (log TEXT NOT NULL, host TEXT NOT NULL, number INTEGER NOT NULL, cause_host TEXT, cause_number INTEGER, \
    stamp BLOB NOT NULL, body BLOB NOT NULL, epoch TEXT, PRIMARY KEY (log, host, number)) WITHOUT ROWID
    """
  /// The columns that files of earlier versions lack. Their rows have one action each.
  static let laterColumns = [
    "count": "INTEGER NOT NULL DEFAULT 1", "confirmed": "INTEGER NOT NULL DEFAULT 0", "sizes": "TEXT",
  ]
  static let insertion = """
    INSERT OR REPLACE INTO waiting (log, host, number, cause_host, cause_number, stamp, body, epoch, count, sizes)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """
  static let selection = """
    SELECT host, number, cause_host, cause_number, stamp, body, epoch, count, sizes, confirmed FROM waiting
      WHERE log = ? AND host <> ? ORDER BY host, number
    """

  /// The name of the first action; the others have the following numbers.
  private let first: EntryName
  private let epoch: String?
  private let cause: EntryName?
  private let stamp: [UInt8]
  private var bodies: [UInt8]
  /// The size of each body in bytes.
  private var sizes: [Int]
  /// The number of first actions that the log has confirmed.
  private let confirmed: Int

  init(_ first: EntryName, _ action: LogAction, _ epoch: String?) {
    (self.first, self.epoch, cause, stamp) = (first, epoch, action.cause, action.stamp)
    (bodies, sizes, confirmed) = (action.body, [action.body.count], 0)
  }

  /// The number of the last action.
  private var last: Int64 { first.number + Int64(sizes.count) - 1 }

  /// Adds an action if the row can have it, and returns whether it can.
  mutating func append(_ name: EntryName, _ action: LogAction, _ epoch: String?) -> Bool {
    // SQLite limits the size of a row.
    guard name.number == last + 1, bodies.count < LogAction.sizeLimit, action.stamp == stamp, action.cause == cause,
      epoch == self.epoch, name.host == first.host
    else { return false }
    bodies += action.body
    sizes.append(action.body.count)
    return true
  }

  func arguments(log: String) -> StatementArguments {
    [
      log, first.host, first.number, cause?.host, cause?.number, Data(stamp), Data(bodies), epoch, sizes.count,
      sizes.map(String.init).joined(separator: ","),
    ]
  }

  /// - Parameter row: a row of ``selection``.
  init(_ row: Row) throws {
    first = EntryName(row[0], row[1])
    cause = (row[2] as String?).map { EntryName($0, row[3]) }
    stamp = Array(row[4] as Data)
    bodies = Array(row[5] as Data)
    epoch = row[6]
    let count: Int = row[7]
    sizes = (row[8] as String?).map { $0.split(separator: ",").compactMap { Int($0) } } ?? [bodies.count]
    confirmed = min(max(row[9], 0), count)
    guard sizes.count == count, sizes.allSatisfy({ (0...bodies.count).contains($0) }),
      sizes.reduce(0, +) == bodies.count
    else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a row of the outbox has other sizes than actions")
    }
  }

  /// The actions that the log has not confirmed, with their names.
  var waiting: LogBatch {
    var start = 0
    let actions = sizes.map { size in
      defer { start += size }
      return LogAction(Array(bodies[start..<start + size]), stamp: stamp, cause: cause)
    }
    return LogBatch(
      EntryName(first.host, first.number + Int64(confirmed)), Array(actions.dropFirst(confirmed)), epoch: epoch)
  }
}
