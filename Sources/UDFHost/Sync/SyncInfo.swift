import LuaRuntime

/// How far a sync feature is, for listing.
public struct SyncInfo: Sendable, Equatable {
  /// How many rows there are.
  public var rows: Int
  /// The fields of the feature's state `sync`: `phase live stale pending dead cursor problem retryIn notice blocked`.
  public var state: Record

  public init(rows: Int, state: Record) {
    self.rows = rows
    self.state = state
  }
}
