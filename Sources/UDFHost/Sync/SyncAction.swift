import LuaRuntime
import UDF
import UDFSync

/// An action of `udf.sync`, decoded. What is asked changes nothing by itself: the engine does it and tells.
enum SyncAction: Sendable {
  case pull(force: Bool)
  /// The body is a row or a patch, nil to delete.
  case mutate(Mutation.Operation, EntityKey, PackedRecord?)
  case reset(outbox: Bool)
  /// Sends dead letters again; nil: all.
  case retry([Int64]?)
  /// Sends a dead letter again with another row (`put`) or another patch.
  case amend(Int64, Mutation.Operation, PackedRecord)
  /// Deletes dead letters; nil: all.
  case bury([Int64]?)
  case query(EntitiesFilter)
  case delivered(SyncDelivery)
  case failed(message: String, isStale: Bool, retryIn: Double?, mutation: Int64?)
  case pending(count: Int, dead: Int)
  /// Dead letters that are new, and the ids of those that are gone.
  case dead(rows: [PackedRecord], removed: [Int64])
  case status(SyncState)
}
