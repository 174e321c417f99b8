import UDF

/// A row in the server's state.
public struct SyncRow: Sendable, Hashable {
  public let key: RowKey
  /// The server increments it with each change of the row, so a larger number belongs to a later state. 0: unknown, as
  /// for a row from a seed; any other version counts as later.
  public let version: Int64
  /// One JSON object in UTF-8, as the server sent it; its key field contains ``key``.
  public let body: [UInt8]

  public init(_ key: RowKey, version: Int64 = 0, body: [UInt8]) {
    self.key = key
    self.version = version
    self.body = body
  }
}
