/// How an engine behaves.
public struct SyncOptions: Sendable {
  /// Whether changes are received over a stream where the remote offers one; rows are only pulled otherwise.
  public var live: Bool
  /// Seconds for which rows count as fresh after they were last equal to the server's. While a stream is open, rows are
  /// always fresh.
  public var ttl: Double
  /// Seconds without a byte sent or received after which a request is ended; of a remote that does not tell of bytes, seconds
  /// that a request may take.
  public var timeout: Double
  /// Seconds after which a request is ended whatever progress it makes; at least ``timeout``.
  public var longestRequest: Double
  /// Rows that a page may have. The engine asks for fewer where a page would take more than about a second.
  public var page: Int
  /// Mutations that one push may have.
  public var batch: Int
  /// Bytes that one push may have. A larger mutation is sent alone.
  public var batchBytes: Int
  /// Seconds that the first retry is put off at most; each further one twice as long.
  public var backoff: Double
  /// Seconds that no retry exceeds, unless the server asks for more.
  public var longestBackoff: Double
  /// JSON Merge Patch (RFC 7396) unless given.
  public var merge: RowMerge

  public init(
    live: Bool = true, ttl: Double = 60, timeout: Double = 30, longestRequest: Double = 600, page: Int = 1000,
    batch: Int = 100,
    batchBytes: Int = 1 << 20, backoff: Double = 1, longestBackoff: Double = 32, merge: RowMerge? = nil
  ) {
    self.live = live
    self.ttl = ttl
    self.timeout = timeout
    self.longestRequest = longestRequest
    self.page = page
    self.batch = batch
    self.batchBytes = batchBytes
    self.backoff = backoff
    self.longestBackoff = longestBackoff
    self.merge = merge ?? { try MergePatch.merge($0, $1) }
  }
}
