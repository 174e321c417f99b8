import UDF

/// Rows on their way from a cache to who shows them, with what waits in the outbox done to them.
public struct Delivery: Sendable, Hashable {
  /// Where the rows come from.
  public enum Source: String, Sendable, Hashable { case seed, cache, remote, local }

  /// What they were last written by, all of them.
  public var source: Source
  /// Everything that was taken before is to be forgotten: these are the first rows of a cache that has begun anew.
  public var startsOver: Bool
  /// Rows as they are shown.
  public var rows: [SyncRow]
  /// Keys of rows that are gone.
  public var removed: [EntityKey]
  /// New keys of removed rows to which the server has given others, by their old keys. The rows under the new keys are among
  /// ``rows``.
  public var renamed: [EntityKey: EntityKey] = [:]
  /// What to ask the engine to go on after, once this is taken.
  public var place: DeliveryPlace
  /// Whether more lies ready.
  public var hasMore: Bool
}
