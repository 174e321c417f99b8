import UDF
import UDFSync

/// A command of a feed to its engine. Commands run one after another.
package enum SyncCommand: Sendable {
  /// Opens the cache without a request to the server.
  case open
  /// `failuresBefore` is the number of failures that were reported before the pull.
  case pull(force: Bool, failuresBefore: Int)
  case mutate(OneOrMore<SyncChange>)
  case reset(outbox: Bool)
  case restrict(RowFilter)
  /// Sends dead letters again; nil: all.
  case retry([Int64]?)
  case amend(Int64, body: [UInt8])
  case amendAll(Int64, OneOrMore<Mutation.Part>)
  /// Deletes dead letters; nil: all.
  case bury([Int64]?)
}
