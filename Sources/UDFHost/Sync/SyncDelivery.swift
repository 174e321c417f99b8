import LuaRuntime
import UDF
import UDFSync

/// The content of the actions `cached` and `synced`.
struct SyncDelivery: Sendable {
  var source: Delivery.Source
  /// The rows to add. They replace rows with the same keys.
  var rows: [PackedRecord]
  var removed: [EntityKey]
  /// See ``Delivery/renamed``.
  var renamed: [EntityKey: Value] = [:]
  /// Only in the last of several actions.
  var isStale: Bool?
  var cursor: String?
  var hasMore: Bool

  var action: String { SyncDelivery.action(source) }

  static func action(_ source: Delivery.Source) -> String { source == .remote ? "synced" : "cached" }

  /// Returns the new keys by the old ones, as fields of an action.
  static func plain(_ renamed: [EntityKey: Value]) -> Record {
    var record = Record()
    for (old, new) in renamed { record[old.description] = new }
    return record
  }

  /// The fields of both actions, with their types.
  static let declared: Value = [
    "rows": "table", "removed": "table?", "renamed": "table?", "source": "string?", "stale": "boolean?",
    "cursor": "string?", "more": "boolean?", "with": "table?",
  ]
}
