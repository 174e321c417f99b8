import UDF

/// A row as the server has it.
public struct SyncRow: Sendable, Hashable {
  public let key: EntityKey
  /// Counts up with each change of the row on the server; of two states of a row the one with the larger number is the later.
  /// 0: unknown, as of a row from a seed; any other is later.
  public let version: Int64
  /// One JSON object in UTF-8, as it came; its key field holds ``key``.
  public let body: [UInt8]

  public init(_ key: EntityKey, version: Int64 = 0, body: [UInt8]) {
    self.key = key
    self.version = version
    self.body = body
  }
}
