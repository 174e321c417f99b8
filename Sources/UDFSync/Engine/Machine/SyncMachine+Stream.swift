// The stream of live pages: when it is open, and what becomes of its pages.
extension SyncMachine {
  /// Seconds that a push waits for the stream to show it before the rows are pulled.
  private static let confirmation = 2.0
  /// Seconds after which a stream is tried again at the latest where the server has none or answers what it should not.
  private static let longestPause = 600.0

  /// Whether the server can continue the rows of the cache as a stream. A "not modified" does not say whether the server offers
  /// one; a server that has epochs may.
  private var canStream: Bool {
    guard options.live, hasPulled, staging == nil, let contents, contents.token != nil else { return false }
    return offersLive ?? (contents.epoch != nil)
  }

  /// The uptime at which a stream is to be opened; nil: not while things are as they are.
  var streamDue: Double? {
    stream == nil && phase == .idle && cycle == nil && canStream ? max(streamRetryAt, notBefore) : nil
  }

  /// Opens a stream if one is due.
  mutating func openStream(_ contents: CacheContents) {
    guard let due = streamDue, now.uptime >= due else { return }
    lastRequest += 1
    var request = request(after: contents.token, over: contents)
    // The next mutations have this name; the stream will show them, too.
    if client != request.client, !request.clients.contains(client) { request.clients.append(client) }
    stream = LiveStream(number: lastRequest, request: request, at: now.uptime)
    commands.append(.live(lastRequest, request))
  }

  mutating func streamed(_ number: Int, _ result: Result<LiveReply, RemoteFailure>) {
    guard stream?.number == number else { return }
    switch result {
    case .success(.page(let page)):
      stream?.page = page
      stream?.isReading = false
      stream?.heardAt = now.uptime
    case .success(.end): streamBroke()
    case .success(.absent):
      closeStream()
      streamRetryAt = now.uptime + Self.longestPause
    case .failure(let failure):
      heed(failure.retryAfter)
      streamBroke(isServerWrong: ![.unavailable, .cancelled].contains(failure.code))
      // A pull meets the same, and does what is to be done about it.
      if [.expired, .unauthorized, .outdated].contains(failure.code) { isWanted = true }
    }
  }

  /// Takes the page that has come to the queue, once nothing else is on its way from the server.
  mutating func takeStreamedPage() {
    guard let stream, let page = stream.page, let contents, !isStopped, !isDamaged, flight == nil, !isReplyWaiting
    else {
      return
    }
    self.stream?.page = nil
    var request = stream.request
    request.token = contents.token
    if isOfAnotherEpoch(page, request, contents) {
      streamBroke(isServerWrong: true)
      isWanted = true
    } else if page.next == nil || page.from.map({ $0 != contents.token }) ?? false
      || page.hasMore && page.next == contents.token
    {
      // The page does not continue what the cache has, or leads nowhere.
      streamBroke(isServerWrong: true)
    } else {
      let cameAt = SyncTime(uptime: stream.heardAt, wall: now.wall - (now.uptime - stream.heardAt))
      queue.append(.page(PageToWrite(page: page, request: request, askedAt: cameAt, stream: stream.number)))
    }
  }

  /// A page of the stream is in the cache, or there was nothing to write of it.
  mutating func streamedPageTaken(_ page: PageToWrite) {
    guard var stream, stream.number == page.stream else { return }
    if stream.hasBegun || !page.page.changes.isEmpty { streamFailures = 0 }
    stream.hasBegun = true
    stream.isReading = true
    stream.isUpToDate = !page.page.hasMore
    stream.clients = page.clients ?? []
    if stream.isUpToDate { equalAt = page.askedAt.uptime }
    self.stream = stream
    commands.append(.next(stream.number))
  }

  /// Notes when the last byte came. Bytes that come while a page waits to be written may belong to the next one.
  mutating func streamProgressed(_ number: Int, _ progress: RequestProgress) {
    guard var stream, stream.number == number, stream.isReading else { return }
    stream.reportsBytes = true
    stream.heardAt = max(stream.heardAt, progress.last)
    self.stream = stream
  }

  /// Whether the stream shows what becomes of mutations, so that nothing has to be pulled.
  func isStreamed(_ contents: CacheContents) -> Bool {
    guard let stream, stream.isUpToDate, pullers.isEmpty, cycle?.isOutdated != true else { return false }
    if let until = cycle?.awaitsPageUntil, now.uptime >= until { return false }
    return contents.outbox.acknowledged { !stream.clients.contains($0.client) }.isEmpty
  }

  /// Waits for the stream to show the mutations that the server has acknowledged.
  mutating func awaitPage() {
    phase = .pulling
    if cycle?.awaitsPageUntil == nil { cycle?.awaitsPageUntil = now.uptime + Self.confirmation }
  }

  mutating func closeStream() {
    guard let stream else { return }
    commands.append(.cancel(stream.number))
    self.stream = nil
  }

  /// Closes the stream, and opens another one later from the token that is stored then.
  mutating func streamBroke(isServerWrong: Bool = false) {
    guard let stream else { return }
    if stream.heardAt - stream.openedAt >= LivePages.longestSilence { streamFailures = 0 }
    closeStream()
    let longest = isServerWrong ? Self.longestPause : options.longestBackoff
    streamRetryAt = now.uptime + jitter(after: streamFailures, atMost: longest)
    streamFailures += 1
  }
}
