import UDF
import UDFStorage

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

  /// Whether the row shows a mutation, because it is the one that the server returned with the acknowledgement.
  func shows(_ rowChecksum: Int64?) -> Bool {
    // Few mutations have one, so it is not computed for the others.
    rowChecksum.map { $0 == StoredRow.checksum(of: body) } ?? false
  }

  /// The checksum of a row's body; nil is a row that is gone.
  static func checksum(of body: [UInt8]?) -> Int64 {
    var checksum = Checksum()
    body?.withUnsafeBytes { checksum.add($0) }
    return checksum.signed
  }
}
