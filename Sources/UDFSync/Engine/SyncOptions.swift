/// How an engine behaves.
public struct SyncOptions: Sendable {
  /// Gives the row that a patch makes of a row, both one JSON object in UTF-8. Throws where that cannot be done.
  public typealias Merge = @Sendable (_ row: [UInt8], _ patch: [UInt8]) throws -> [UInt8]

  /// Seconds for which rows count as fresh after they were last equal to the server's.
  public var ttl: Double
  /// Seconds after which a request is given up.
  public var timeout: Double
  /// Rows that one page may have.
  public var page: Int
  /// Mutations that are sent at once.
  public var batch: Int
  /// Seconds that the first retry is put off at most; each further one twice as long.
  public var backoff: Double
  /// Seconds that no retry exceeds, unless the server asks for more.
  public var longestBackoff: Double
  /// JSON Merge Patch (RFC 7396) unless given.
  public var merge: Merge

  public init(
    ttl: Double = 60, timeout: Double = 30, page: Int = 1000, batch: Int = 100, backoff: Double = 1,
    longestBackoff: Double = 32, merge: Merge? = nil
  ) {
    self.ttl = ttl
    self.timeout = timeout
    self.page = page
    self.batch = batch
    self.backoff = backoff
    self.longestBackoff = longestBackoff
    self.merge = merge ?? { try MergePatch.merge($0, $1) }
  }
}
