import UDF
import UDFStorage

/// A row in a cache: the server's last known state, without the pending mutations.
public struct StoredRow: Sendable, Hashable {
  public var key: RowKey
  /// See ``SyncRow/version``; for a row that `isLeftOver`, its bitwise complement, so that every change of a page counts as
  /// later.
  public var version: Int64
  /// nil: the row was removed, or only the outbox has it.
  public var body: [UInt8]?
  /// The number of the cache's commit that last wrote or touched the row.
  public var revision: Int64

  public init(_ key: RowKey, version: Int64 = 0, body: [UInt8]?, revision: Int64) {
    self.key = key
    self.version = version
    self.body = body
    self.revision = revision
  }

  /// Whether the row stays only as the base of pending mutations, because the pages since the last change of the
  /// parameters have not contained it: the server may have changed it.
  var isLeftOver: Bool { version < 0 }

  /// The version that the server gave the row.
  var serverVersion: Int64 { isLeftOver ? ~version : version }

  /// Whether the row already shows a mutation, because it equals the row that the server returned with the
  /// acknowledgement.
  func shows(_ rowChecksum: Int64?) -> Bool {
    // Few mutations have a checksum, so it is only computed for these.
    rowChecksum.map { $0 == StoredRow.checksum(of: body) } ?? false
  }

  /// Returns the checksum of a row's body; nil means that the row was removed.
  static func checksum(of body: [UInt8]?) -> Int64 {
    var checksum = Checksum()
    body?.withUnsafeBytes { checksum.add($0) }
    return checksum.signed
  }
}
