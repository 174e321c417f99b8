import LuaRuntime
import UDF
import UDFSync

/// Rows that the actions `cached` and `synced` bring.
struct SyncDelivery: Sendable {
  var source: Delivery.Source
  /// They take the place of those of the same keys.
  var rows: [PackedRecord]
  var removed: [EntityKey]
  /// See ``Delivery/renamed``.
  var renamed: [EntityKey: EntityKey] = [:]
  /// Told with the last of several only.
  var isStale: Bool?
  var cursor: String?
  var hasMore: Bool

  /// The action that brings what was last written by this.
  var action: String { SyncDelivery.action(source) }

  static func action(_ source: Delivery.Source) -> String { source == .remote ? "synced" : "cached" }

  /// New keys by old ones, as an action has them.
  static func plain(_ renamed: [EntityKey: EntityKey]) -> Record {
    var record = Record()
    for (old, new) in renamed { record[old.description] = .string(new.description) }
    return record
  }

  /// The fields of both actions, with their types.
  static let declared: Value = [
    "rows": "table", "removed": "table?", "renamed": "table?", "source": "string?", "stale": "boolean?",
    "cursor": "string?",
    "more": "boolean?",
  ]
}
