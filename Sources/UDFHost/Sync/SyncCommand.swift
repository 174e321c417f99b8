import UDF
import UDFSync

/// What a feed asks of its engine, one after the other.
enum SyncCommand: Sendable {
  /// Opens the cache; nothing is asked of the server.
  case open
  /// `told` is how many failures were told before.
  case pull(force: Bool, told: Int)
  case mutate(Mutation.Operation, EntityKey, body: [UInt8]?)
  case reset(outbox: Bool)
  /// Dead letters are sent again; nil: all.
  case retry([Int64]?)
  case amend(Int64, body: [UInt8])
  /// nil: all.
  case bury([Int64]?)
}
