import GRDB

import struct Foundation.Data

/// The table of a ``LogOutbox``. A row has a ``LogRun``, and how many of its actions the log has confirmed.
enum WaitingRow {
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

  /// The values of ``insertion``.
  static func arguments(_ run: LogRun, log: String) -> StatementArguments {
    [
      log, run.first.host, run.first.number, run.cause?.host, run.cause?.number, Data(run.stamp), Data(run.bodies),
      run.epoch, run.count, run.sizes.map(String.init).joined(separator: ","),
    ]
  }

  /// Returns the actions of a row of ``selection`` that the log has not confirmed.
  static func waiting(_ row: Row) throws -> LogBatch {
    let cause = (row[2] as String?).map { EntryName($0, row[3]) }
    let (stamp, bodies) = (Array(row[4] as Data), Array(row[5] as Data))
    let count: Int = row[7]
    let sizes = (row[8] as String?).map { $0.split(separator: ",").compactMap { Int($0) } } ?? [bodies.count]
    guard sizes.count == count, sizes.allSatisfy({ (0...bodies.count).contains($0) }),
      sizes.reduce(0, +) == bodies.count
    else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a row of the outbox has other sizes than actions")
    }
    var start = 0
    let actions = sizes.map { size in
      defer { start += size }
      return LogAction(Array(bodies[start..<start + size]), stamp: stamp, cause: cause)
    }
    let confirmed = min(max(row[9], 0), count)
    return LogBatch(
      EntryName(row[0], row[1] + Int64(confirmed)), Array(actions.dropFirst(confirmed)), epoch: row[6])
  }
}
