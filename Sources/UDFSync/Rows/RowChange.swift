import UDF

/// What has become of a row on the server.
public enum RowChange: Sendable, Hashable {
  case put(SyncRow)
  /// The row is gone; what is older never brings it back.
  case delete(EntityKey, version: Int64)

  public var key: EntityKey {
    switch self {
    case .put(let row): row.key
    case .delete(let key, _): key
    }
  }

  /// The row's body; nil if it is gone.
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

  /// Whether this is later than what is held at a version; what has no version counts by its arrival.
  public func isLater(than held: Int64) -> Bool { version == 0 || held == 0 || version > held }
}
