// The stream of live pages: when it is opened, and how its pages are handled.
extension SyncMachine {
  /// The seconds that a push waits for the stream to show it. After that the rows are pulled.
  private static let confirmation = 2.0
  /// The maximum delay before the stream is opened again, if the server has no stream or sends invalid responses.
  private static let longestPause = 600.0

  /// Whether the server can continue the rows of the cache as a stream. A "not modified" response does not report
  /// whether the server offers a stream; a server with epochs may offer one.
  private var canStream: Bool {
    guard options.live, hasPulled, staging == nil, let contents, contents.token != nil else { return false }
    return offersLive ?? (contents.epoch != nil)
  }

  /// The uptime at which a stream should be opened; nil: not in the present state.
  var streamDue: Double? {
    stream == nil && phase == .idle && cycle == nil && canStream ? max(streamRetryAt, notBefore) : nil
  }

  mutating func openStream(_ contents: CacheContents) {
    guard let due = streamDue, now.uptime >= due else { return }
    lastRequest += 1
    var request = request(after: contents.token, over: contents)
    // The next mutations have this client name, and the stream should report it too.
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
      stream?.lastByteAt = now.uptime
    case .success(.end): streamBroke()
    case .success(.absent):
      closeStream()
      streamRetryAt = now.uptime + Self.longestPause
    case .failure(let failure):
      heed(failure.retryAfter)
      streamBroke(isServerWrong: ![.unavailable, .cancelled].contains(failure.code))
      // A pull gets the same failure and handles it.
      if [.expired, .unauthorized, .outdated].contains(failure.code) { isWanted = true }
    }
  }

  /// Queues the page that has arrived, unless the cycle has a running request or an unwritten response.
  mutating func queueStreamedPage() {
    guard let stream, let page = stream.page, let contents, !isStopped, !isDamaged, flight == nil, !isReplyWaiting
    else {
      return
    }
    self.stream?.page = nil
    var request = stream.request
    request.token = contents.token
    if isOfAnotherEpoch(page, request, contents) || !page.names(database) {
      streamBroke(isServerWrong: true)
      isWanted = true
    } else if page.next == nil || page.from.map({ $0 != contents.token }) ?? false
      || page.hasMore && page.next == contents.token
    {
      // The page does not continue the cache's rows, or does not advance the token.
      streamBroke(isServerWrong: true)
    } else {
      let cameAt = SyncTime(uptime: stream.lastByteAt, wall: now.wall - (now.uptime - stream.lastByteAt))
      pageTakesAll = page.takesAll
      queue.append(.page(PageToWrite(page: page, request: request, requestedAt: cameAt, stream: stream.number)))
    }
  }

  /// Continues after a page of the stream was written, or had nothing to write.
  mutating func continueAfterStreamed(_ page: PageToWrite) {
    guard var stream, stream.number == page.stream else { return }
    if stream.hasBegun || !page.page.changes.isEmpty { streamFailures = 0 }
    stream.hasBegun = true
    stream.isReading = true
    stream.isUpToDate = !page.page.hasMore
    stream.clients = page.clients ?? []
    if stream.isUpToDate { equalAt = page.requestedAt.uptime }
    self.stream = stream
    commands.append(.next(stream.number))
  }

  /// Records the time of the last byte. Bytes that arrive while a page is being written may belong to the next page.
  mutating func streamProgressed(_ number: Int, _ progress: RequestProgress) {
    guard var stream, stream.number == number, stream.isReading else { return }
    stream.reportsBytes = true
    stream.lastByteAt = max(stream.lastByteAt, progress.last)
    self.stream = stream
  }

  /// Whether the stream reports the outcomes of mutations, so that no pull is needed.
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

  /// Closes the stream, and opens a new one later from the token that is stored then.
  mutating func streamBroke(isServerWrong: Bool = false) {
    guard let stream else { return }
    if stream.lastByteAt - stream.openedAt >= LivePages.longestSilence { streamFailures = 0 }
    closeStream()
    let longest = isServerWrong ? Self.longestPause : options.longestBackoff
    streamRetryAt = now.uptime + jitter(after: streamFailures, atMost: longest)
    streamFailures += 1
  }
}
