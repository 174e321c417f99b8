import UDF
import UDFSync

/// The writes of an engine that migrates rows to another schema.
public enum Upgrade {
  /// The key of the row that is there afterwards.
  public static let key = RowKey("row 4")

  /// A migrated row laid aside; then what makes it the only one.
  public static let commits: [CacheWrite] = {
    var stage = CacheWrite()
    (stage.rows, stage.restages) = (.stage, true)
    stage.changes = [.put(SyncRow(key, version: 1, body: Array(#"{"id":"row 4","title":"migrated"}"#.utf8)))]
    var swap = CacheWrite()
    swap.rows = .swap
    swap.upgradesRows = true
    return [stage, swap]
  }()
}
