/// The open stream of live pages. Each page continues the rows of the cache, and is written before the next one is
/// read.
struct LiveStream: Sendable, Hashable {
  /// Seconds within which a page must be written. During this time the rows still count as fresh.
  private static let longestWrite = 15.0
  /// Seconds without a byte after which the connection may be broken. A server may send nothing for 15 seconds.
  private static let longestProof = 5.0

  let number: Int
  let request: PullRequest
  let openedAt: Double
  /// The client names whose mutations the pages report.
  var clients: Set<String>
  /// A received page that is not in the queue yet.
  var page: PullPage?
  /// Whether a read of the next page is pending, so that received bytes belong to it.
  var isReading = true
  /// Whether a page was written.
  var hasBegun = false
  /// Whether the last written page announced no further page.
  var isUpToDate = false
  /// The uptime of the last byte that is known to have arrived.
  var lastByteAt: Double
  var reportsBytes = false

  init(number: Int, request: PullRequest, at uptime: Double) {
    self.number = number
    self.request = request
    (openedAt, lastByteAt) = (uptime, uptime)
    clients = Set([request.client] + request.clients)
  }

  /// Whether the stream has brought all changes of the server up to the last few seconds. A broken connection looks
  /// like a server without changes, so only a recent byte proves this.
  func isProven(at uptime: Double) -> Bool { isUpToDate && uptime - lastByteAt < Self.longestProof }

  /// Returns the uptime at which the stream counts as broken. The first page may take as long as any request.
  func deadline(timeout: Double) -> Double {
    if !hasBegun { return lastByteAt + timeout }
    if !isReading { return lastByteAt + Self.longestWrite }
    return reportsBytes ? lastByteAt + LivePages.longestSilence : .infinity
  }
}
