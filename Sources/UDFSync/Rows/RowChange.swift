import UDF

/// A change of a row on the server.
public enum RowChange: Sendable, Hashable {
  case put(SyncRow)
  /// The row was removed. Older changes do not restore it.
  case delete(RowKey, version: Int64)

  public var key: RowKey {
    switch self {
    case .put(let row): row.key
    case .delete(let key, _): key
    }
  }

  /// The row's body; nil if the row was removed.
  public var body: [UInt8]? {
    switch self {
    case .put(let row): row.body
    case .delete: nil
    }
  }

  public var version: Int64 {
    switch self {
    case .put(let row): row.version
    case .delete(_, let version): version
    }
  }

  /// Whether the change is later than the version in the cache. Without versions, the change that arrives later counts
  /// as later.
  public func isLater(than held: Int64) -> Bool { version == 0 || held == 0 || version > held }
}
