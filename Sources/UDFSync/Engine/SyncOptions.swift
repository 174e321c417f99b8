/// Options of an engine.
public struct SyncOptions: Sendable {
  /// Whether the engine receives changes over a stream if the remote offers one. Otherwise it only pulls.
  public var live: Bool
  /// Seconds for which rows count as fresh after they were last equal to the server's. While a stream is open, rows are
  /// always fresh.
  public var ttl: Double
  /// Seconds without a byte sent or received after which a request ends. If the remote does not report bytes, the
  /// maximum duration of a request in seconds.
  public var timeout: Double
  /// Seconds after which a request ends whatever its progress; at least ``timeout``.
  public var longestRequest: Double
  /// The maximum number of rows in a page. The engine requests fewer if a page would take more than about a second.
  public var page: Int
  /// The maximum number of mutations in one push.
  public var batch: Int
  /// The maximum size of one push in bytes. A larger mutation is sent alone.
  public var batchBytes: Int
  /// The maximum delay of the first retry in seconds. It doubles for each further retry.
  public var backoff: Double
  /// The maximum delay of any retry in seconds, unless the server asks for more.
  public var longestBackoff: Double
  /// How patches are merged into rows; JSON Merge Patch (RFC 7396) by default.
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
