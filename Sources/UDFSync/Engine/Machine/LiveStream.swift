/// The stream of live pages that is open. Each page continues the rows of the cache, and is written before the next is read.
struct LiveStream: Sendable, Hashable {
  /// Seconds after which a page must be written: until then the rows still count as fresh.
  private static let longestWrite = 15.0

  let number: Int
  let request: PullRequest
  let openedAt: Double
  /// The client names that the pages report on.
  var clients: Set<String>
  /// The page that has come and is not yet in the queue.
  var page: PullPage?
  /// Whether the next page is awaited, so that bytes that come belong to it.
  var isReading = true
  /// Whether a page was written.
  var hasBegun = false
  /// Whether the last page that was written promised no more.
  var isUpToDate = false
  /// The uptime of the last byte that is known to have come.
  var heardAt: Double
  /// Whether the remote reports bytes.
  var reportsBytes = false

  init(number: Int, request: PullRequest, at uptime: Double) {
    self.number = number
    self.request = request
    (openedAt, heardAt) = (uptime, uptime)
    clients = Set([request.client] + request.clients)
  }

  /// The uptime at which the stream counts as broken. The first page may take as long as any request.
  func deadline(timeout: Double) -> Double {
    if !hasBegun { return heardAt + timeout }
    if !isReading { return heardAt + Self.longestWrite }
    return reportsBytes ? heardAt + LivePages.longestSilence : .infinity
  }
}
