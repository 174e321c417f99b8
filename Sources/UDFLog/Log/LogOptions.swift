/// The options of an ``ActionLog``.
public struct LogOptions: Sendable {
  /// Whether the log refuses to append, trim and save.
  public var isReadOnly = false
  /// The maximum number of entries that a subscription reads at once.
  public var page = 1000
  /// The seconds without an entry after which a subscription checks that the log still has the entries it has read.
  public var check = 2.0
  /// The seconds between two attempts of a subscription to reach the engine: the first pause, and the longest.
  public var pause = 0.05...2.0

  /// Entries between two snapshots that hosts save.
  public var snapshots: Int64 = 10_000

  public init() {}
}
