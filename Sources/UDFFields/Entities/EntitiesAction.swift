import LuaRuntime
import UDF

/// An action of `udf.entities`, decoded.
package enum EntitiesAction: Sendable {
  /// Adds rows, or merges them into the rows with the same keys.
  case upsert([PackedRecord])
  /// The key of a row, and the fields to replace in it.
  case update(EntityKey, PackedRecord)
  /// Updates several rows.
  case updateAll([(key: EntityKey, changes: PackedRecord)])
  case remove([EntityKey])
  case replaceAll([PackedRecord])
  case query(EntitiesFilter)
}
