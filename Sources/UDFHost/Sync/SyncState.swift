import LuaRuntime
import UDFSync

/// The field `sync` of a sync feature: what has been told of its engine.
struct SyncState: Equatable, Sendable {
  var phase = SyncStatus.Phase.closed.rawValue
  /// Whether a stream brings changes as they are made.
  var isLive = false
  var isStale = true
  var pending = 0
  var dead = 0
  var cursor: String?
  var problem: String?
  /// Seconds, from when it was told.
  var retryIn: Double?
  var notice: String?
  /// Why rows that lie ready have not been taken.
  var blocked: String?

  init() {}

  init(_ status: SyncStatus, blocked: String?) {
    phase = status.phase.rawValue
    isLive = status.isLive
    isStale = status.isStale
    pending = status.pending
    dead = status.dead
    cursor = status.cursor
    problem = status.problem
    retryIn = status.retryIn
    notice = status.notice
    self.blocked = blocked
  }

  /// From plain data; what is missing is as at first.
  init(_ value: Value) {
    phase = value["phase"].text ?? phase
    isLive = value["live"] == true
    isStale = value["stale"] != false
    pending = value["pending"].integer ?? 0
    dead = value["dead"].integer ?? 0
    cursor = value["cursor"].text
    problem = value["problem"].text
    retryIn = value["retryIn"].double
    notice = value["notice"].text
    blocked = value["blocked"].text
  }

  /// The fields of the action that tells all of it, with their types.
  static let declared: Value = [
    "phase": "string", "live": "boolean?", "stale": "boolean", "pending": "integer?", "dead": "integer?",
    "cursor": "string?",
    "problem": "string?", "retryIn": "number?", "notice": "string?", "blocked": "string?",
  ]

  var record: Record {
    [
      "phase": .string(phase), "live": isLive ? true : .none, "stale": .boolean(isStale),
      "pending": .integer(Int64(pending)), "dead": .integer(Int64(dead)), "cursor": Value(cursor),
      "problem": Value(problem),
      "retryIn": retryIn.map(Value.number) ?? .none, "notice": Value(notice), "blocked": Value(blocked),
    ]
  }
}

extension Value {
  /// A string, `.none` for nil.
  init(_ text: String?) { self = text.map(Value.string) ?? .none }
}
