import LuaRuntime
import UDF
import UDFFields
import UDFSync

/// The content of the actions `cached` and `synced`.
package struct SyncDelivery: Sendable {
  package var source: Delivery.Source
  /// The rows to add. They replace rows with the same keys.
  package var rows: [PackedRecord]
  package var removed: [EntityKey]
  /// See ``Delivery/renamed``.
  package var renamed: [EntityKey: Value]
  /// Only in the last of several actions.
  package var isStale: Bool?
  package var cursor: String?
  package var hasMore: Bool

  package init(
    source: Delivery.Source, rows: [PackedRecord], removed: [EntityKey], renamed: [EntityKey: Value] = [:],
    isStale: Bool?, cursor: String?, hasMore: Bool
  ) {
    (self.source, self.rows, self.removed, self.renamed) = (source, rows, removed, renamed)
    (self.isStale, self.cursor, self.hasMore) = (isStale, cursor, hasMore)
  }

  package var action: String { SyncDelivery.action(source) }

  package static func action(_ source: Delivery.Source) -> String { source == .remote ? "synced" : "cached" }

  /// Reads what ``plain(_:)`` writes; values that cannot be keys are left out.
  package static func renamed(_ value: Value) -> [EntityKey: Value] {
    let pairs = value.fields.filter { EntitiesOptions.key($0.value) != nil }.map { (EntityKey($0.key), $0.value) }
    return Dictionary(pairs) { $1 }
  }

  /// Returns the new keys by the old ones, as fields of an action.
  package static func plain(_ renamed: [EntityKey: Value]) -> Record {
    var record = Record()
    for (old, new) in renamed { record[old.description] = new }
    return record
  }

  /// The fields of both actions, with their types.
  package static let declared: Value = [
    "rows": "table", "removed": "table?", "renamed": "table?", "source": "string?", "stale": "boolean?",
    "cursor": "string?", "more": "boolean?", "with": "table?",
  ]
}
