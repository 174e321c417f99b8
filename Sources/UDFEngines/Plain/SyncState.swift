import LuaRuntime
import UDFSync

/// The field `sync` of a sync feature: the last reported status of its engine.
package struct SyncState: Equatable, Sendable {
  package var phase = SyncStatus.Phase.closed.rawValue
  /// Whether a stream delivers changes.
  package var isLive = false
  package var isStale = true
  package var pending = 0
  package var dead = 0
  package var cursor: String?
  package var problem: String?
  /// The code of the problem.
  package var code: String?
  /// Seconds, counted from the report.
  package var retryIn: Double?
  package var notice: String?
  /// The parameters: only rows that match are delivered.
  package var filter = RowFilter.all
  /// Why ready rows were not delivered.
  package var blocked: String?

  package init(filter: RowFilter = .all) { self.filter = filter }

  package init(_ status: SyncStatus, blocked: String?) {
    phase = status.phase.rawValue
    isLive = status.isLive
    isStale = status.isStale
    pending = status.pending
    dead = status.dead
    cursor = status.cursor
    (problem, code) = (status.problem, status.code)
    retryIn = status.retryIn
    notice = status.notice
    filter = status.filter
    self.blocked = blocked
  }

  /// Reads plain data; missing fields keep their initial values.
  package init(_ value: Value) {
    phase = value["phase"].text ?? phase
    isLive = value["live"] == true
    isStale = value["stale"] != false
    pending = value["pending"].integer ?? 0
    dead = value["dead"].integer ?? 0
    cursor = value["cursor"].text
    (problem, code) = (value["problem"].text, value["code"].text)
    retryIn = value["retryIn"].double
    notice = value["notice"].text
    filter = (try? RowFilter(script: value["where"])) ?? .all
    blocked = value["blocked"].text
  }

  /// The fields of the action with the whole status, with their types.
  package static let declared: Value = [
    "phase": "string", "live": "boolean?", "stale": "boolean", "pending": "integer?", "dead": "integer?",
    "cursor": "string?", "problem": "string?", "code": "string?", "retryIn": "number?", "notice": "string?",
    "blocked": "string?", "where": "table?",
  ]

  package var record: Record {
    [
      "phase": .string(phase), "live": isLive ? true : .none, "stale": .boolean(isStale),
      "pending": .integer(Int64(pending)), "dead": .integer(Int64(dead)), "cursor": Value(cursor),
      "problem": Value(problem), "code": Value(code),
      "retryIn": retryIn.map(Value.number) ?? .none, "notice": Value(notice), "blocked": Value(blocked),
      "where": filter.script,
    ]
  }
}
