import UDF

/// Rows that the engine delivers from a cache to a caller, with the pending mutations of the outbox applied.
public struct Delivery: Sendable, Hashable {
  /// Where the rows come from.
  public enum Source: String, Sendable, Hashable { case seed, cache, remote, local }

  /// The origin of the last write of each row; it is the same for all rows of the delivery.
  public var source: Source
  /// Whether the receiver must discard all rows of earlier deliveries: these are the first rows of a cache that was
  /// replaced or cleared.
  public var startsOver: Bool
  /// The rows after the pending mutations.
  public var rows: [SyncRow]
  /// The keys of removed rows.
  public var removed: [RowKey]
  /// The new keys of rows that the server has given another key, by their old keys. The rows under the old keys are
  /// removed; ``rows`` contains the rows under the new keys.
  public var renamed: [RowKey: GivenKey] = [:]
  /// The place to pass to the engine for the next delivery, after the caller has used this one.
  public var place: DeliveryPlace
  /// Whether the next delivery is available now.
  public var hasMore: Bool
}
