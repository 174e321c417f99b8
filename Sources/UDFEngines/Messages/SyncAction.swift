import LuaRuntime
import UDF
import UDFFields
import UDFSync

/// A decoded action of `udf.sync`. A request changes nothing by itself: the engine processes it and reports the result.
package enum SyncAction: Sendable {
  case pull(force: Bool)
  /// Several changes are applied as one.
  case mutate(OneOrMore<SyncChange>)
  case reset(outbox: Bool)
  /// Changes the parameters: only rows that match are pulled, kept and delivered.
  case restrict(RowFilter)
  /// Sends dead letters again; nil: all.
  case retry([Int64]?)
  /// Sends a dead letter again with another row (`put`) or another patch.
  case amend(Int64, Mutation.Operation, PackedRecord)
  /// Replaces all changes of a dead letter by these, and sends it again.
  case amendAll(Int64, OneOrMore<SyncChange>)
  /// Deletes dead letters; nil: all.
  case bury([Int64]?)
  case query(EntitiesFilter)
  case delivered(SyncDelivery)
  /// `lost` are the fields of a `mutate` that was not stored.
  case failed(
    message: String, code: String? = nil, isStale: Bool, retryIn: Double?, mutation: Int64?, lost: Record? = nil)
  case pending(count: Int, dead: Int)
  /// New dead letters, and the ids of removed ones.
  case dead(rows: [PackedRecord], removed: [Int64])
  case status(SyncState)
}
