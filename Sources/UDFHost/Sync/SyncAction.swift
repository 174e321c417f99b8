import LuaRuntime
import UDF
import UDFSync

/// An action of `udf.sync`, decoded. What is asked changes nothing by itself: the engine does it and tells.
enum SyncAction: Sendable {
  case pull(force: Bool)
  /// The body is a row or a patch, nil to delete.
  case mutate(Mutation.Operation, EntityKey, PackedRecord?)
  case reset(outbox: Bool)
  /// Dead letters are taken away; nil: all.
  case bury([Int64]?)
  case query(EntitiesFilter)
  case delivered(SyncDelivery)
  case failed(message: String, isStale: Bool, retryIn: Double?, mutation: Int64?)
  case pending(count: Int, dead: Int)
  case status(SyncState)
}
