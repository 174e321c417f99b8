import LuaRuntime
import UDF
import UDFServices
import UDFSync

extension SyncAction {
  /// The action as its name in the feature and its fields.
  package var plain: (name: String, fields: Record) {
    switch self {
    case .pull(let force): ("pull", force ? ["force": true] : [:])
    case .mutate(let changes): ("mutate", changes.record)
    case .reset(let outbox): ("reset", outbox ? ["outbox": true] : [:])
    case .restrict(let filter): ("restrict", ["where": filter.script])
    case .retry(let ids): ("retry", ["ids": ids.map { .list($0.map(Value.integer)) } ?? .none])
    case .amend(let id, let operation, let body):
      ("amend", ["id": .integer(id), operation == .put ? "row" : "patch": .map(body.record)])
    case .amendAll(let id, let changes):
      ("amend", ["id": .integer(id), "all": .list(changes.map { .map($0.record) })])
    case .bury(let ids): ("bury", ["ids": ids.map { .list($0.map(Value.integer)) } ?? .none])
    case .dead(let rows, let removed):
      ("dead", ["rows": .list(rows.map { .map($0.record) }), "removed": .list(removed.map(Value.integer))])
    case .query(let filter): ("query", filter.record)
    case .delivered(let delivery):
      (
        delivery.action,
        [
          "rows": .list(delivery.rows.map { .map($0.record) }),
          "removed": .list(delivery.removed.map { .string($0.description) }),
          "renamed": delivery.renamed.isEmpty ? .none : .map(SyncDelivery.plain(delivery.renamed)),
          "source": .string(delivery.source.rawValue), "stale": delivery.isStale.map(Value.boolean) ?? .none,
          "cursor": Value(delivery.cursor), "more": delivery.hasMore ? true : .none,
        ]
      )
    case .failed(let message, let code, let isStale, let retryIn, let mutation, let lost):
      (
        "failed",
        [
          "message": .string(message), "code": Value(code), "stale": .boolean(isStale),
          "retryIn": retryIn.map(Value.number) ?? .none,
          "mutation": mutation.map(Value.integer) ?? .none, "lost": lost.map(Value.map) ?? .none,
        ]
      )
    case .pending(let count, let dead): ("pending", ["count": .integer(Int64(count)), "dead": .integer(Int64(dead))])
    case .status(let state): ("status", state.record)
    }
  }
}
