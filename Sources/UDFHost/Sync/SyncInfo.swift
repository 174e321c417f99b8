import LuaRuntime

/// The progress of a sync feature, for lists.
public struct SyncInfo: Sendable, Equatable {
  /// The number of rows.
  public var rows: Int
  /// The fields of the feature's state `sync`: `phase live stale pending dead cursor problem retryIn notice blocked where`.
  public var state: Record

  public init(rows: Int, state: Record) {
    self.rows = rows
    self.state = state
  }
}
