import LuaRuntime
import UDF

/// An action of `udf.entities`, decoded.
enum EntitiesAction: Sendable {
  /// Rows that are put in, or merged into those of the same key.
  case upsert([PackedRecord])
  /// A key with the fields to put in place of those of the same name.
  case update(EntityKey, PackedRecord)
  /// The same for several rows.
  case updateAll([(key: EntityKey, changes: PackedRecord)])
  case remove([EntityKey])
  case replaceAll([PackedRecord])
  case query(EntitiesFilter)
}
