import UDF

/// A row as a cache holds it: the server's last word of it, without what waits in the outbox.
public struct StoredRow: Sendable, Hashable {
  public var key: EntityKey
  /// See ``SyncRow/version``.
  public var version: Int64
  /// nil: the row is gone, or so far only the outbox has it.
  public var body: [UInt8]?
  /// The cache's count of commits when it was last written or touched.
  public var revision: Int64

  public init(_ key: EntityKey, version: Int64 = 0, body: [UInt8]?, revision: Int64) {
    self.key = key
    self.version = version
    self.body = body
    self.revision = revision
  }
}
