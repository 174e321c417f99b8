import Foundation

// The cycle: which requests are sent to the server, and when they are repeated.
extension SyncMachine {
  /// The maximum number of client names in one request. More could make its URL too long for a server.
  private static let mostClients = 50

  /// Sends the next request of the cycle, or starts or ends a cycle.
  mutating func step() {
    guard let contents, !isStopped, !isDamaged, flight == nil, cycle != nil || phase == .idle, !isReplyWaiting else {
      return
    }
    if cycle == nil, phase == .idle { startCycle() }
    guard let cycle else { return openStream(contents) }
    guard isWanted else { return endCycle() }
    let isPushed = contents.outbox.unsent == 0
    if cycle.isMidway { return sendPull(contents) }
    let isStreamed: Bool
    if isPushed || cycle.pushProblem != nil {
      isStreamed = self.isStreamed(contents)
    } else {
      let batch = nextPush(contents)
      guard batch.isEmpty else { return sendPush(batch, contents) }
      isStreamed = false
    }
    if isStreamed, contents.outbox.acknowledged > 0 {
      awaitPage()
    } else if !isStreamed, !cycle.isPulled || isUnreported(contents.outbox.first) {
      sendPull(contents)
    } else if let failure = cycle.pushProblem, !isPushed {
      failed(failure)
    } else if let late = contents.outbox.last {
      failed(
        "\(database.name): the server has made mutation \(late.number), but its rows do not show it yet; "
          + "they are requested again")
    } else {
      (attempts, isPushFailing) = (0, false)
      isWanted = false
      endCycle()
      openStream(contents)
    }
  }

  /// Whether the server has acknowledged a mutation but no page of this cycle reports its client. A page of version 1
  /// reports only one client.
  private func isUnreported(_ mutation: PendingMutation?) -> Bool {
    guard let mutation, mutation.isAcknowledged else { return false }
    return cycle?.reportedClients.contains(mutation.client) == false
  }

  /// The mutations of the next push; empty: rows must be pulled first.
  private func nextPush(_ contents: CacheContents) -> [PendingMutation] {
    if cycle?.isOutdated == true || awaitsOffer(contents) { return [] }
    let batch = toSend(count: cycle?.isAlone == true ? 1 : options.batch, contents)
    guard seesFirst(contents) else { return batch }
    // A remote that makes conditional requests must get a mutation again with the version that it got before. After a pull, its
    // condition would hold although another client has changed the row.
    return needsBases ? Array(batch.prefix { $0.id <= contents.lastSent }) : []
  }

  /// The first mutations that the server has not acknowledged, all of one client.
  ///
  /// A server with an epoch may have been restored from a backup since it acknowledged mutations in an earlier cycle.
  /// These are sent again before the client's new mutations: a server that only stores the last number would otherwise
  /// skip them after a later one.
  private func toSend(count: Int, _ contents: CacheContents) -> [PendingMutation] {
    let acknowledged = contents.epoch == nil ? nil : cycle?.acknowledged
    return contents.outbox.batch(
      count: count, bytes: options.batchBytes - PushRequest.frameBytes, onePerRow: needsBases
    ) { acknowledged?.contains($0.id) == false }
  }

  /// If the rows are fresh, answers the pending pulls without a request. Starts a cycle for everything else.
  private mutating func startCycle() {
    if !isWanted, isFresh, contents?.outbox.isEmpty == true {
      for (waiter, force) in pullers where !force {
        hasPulled = true
        answer(waiter, .pulled(.fresh))
      }
      pullers.removeAll { !$0.force }
    }
    if !pullers.isEmpty { isWanted = true }
    guard isWanted else { return }
    if now.uptime < notBefore {
      answerPullers(.failed(leftAlone))
      wait()
    } else {
      conflicts = conflicts.filter { contents?.outbox[$0.key] != nil }
      if conflicts.isEmpty { conflictRows = [:] }
      // The last cycle, perhaps in another process, may have ended before it pulled the rows of these mutations.
      cycle = Cycle(isOutdated: contents?.unmade.contains { contents?.outbox[$0] != nil } == true)
    }
  }

  /// Whether a conflict policy needs the server's rows before new mutations are sent. Not if a stream has just proven that the cache
  /// has them.
  private func seesFirst(_ contents: CacheContents) -> Bool {
    // If any mutation is unsent, the last one is.
    return !conflict.isReplay && cycle?.hasPulled == false && stream?.isProven(at: now.uptime) != true
      && contents.outbox.last?.id ?? 0 > contents.lastSent
  }

  /// Whether a page must first report that the server supports mutations of several rows, or serves the collections.
  private func awaitsOffer(_ contents: CacheContents) -> Bool {
    takesAll == nil && contents.outbox.ofSeveralRows > 0
      || database.isNamed && !servesCollections && contents.outbox.unsent > 0
  }

  private mutating func sendPush(_ batch: [PendingMutation], _ contents: CacheContents) {
    let ofSeveralRows = batch.filter { $0.parts.count > 1 }
    if takesAll == false, !ofSeveralRows.isEmpty { return refuseAll(ofSeveralRows) }
    // If the response gets lost, the server may still have made them, so the cache records this before the push.
    if batch.contains(where: { $0.id > contents.lastSent || contents.unmade.contains($0.id) }) {
      queue.append(.sending(Set(batch.map(\.id))))
      return useCache()
    }
    phase = .pushing
    let request = PushBatch(client: batch[0].client, schemas: database.schemas, ids: batch.map(\.id))
    let number = takeOff(.push(batch))
    commands.append(.push(number, request))
  }

  private mutating func sendPull(_ contents: CacheContents) {
    guard let cycle else { return }
    // The page brings the same changes as the stream would.
    closeStream()
    phase = .pulling
    // A full pull is staged only if the cache has rows: otherwise the app shows each page as it arrives.
    let isStaged = staging != nil
    let known = contents.filter.isTokenUsable ? contents.token : nil
    if !isStaged, known == nil, contents.hasRows { staging = Staging() }
    let token = staging == nil ? known : staging?.token
    // A "not modified" response reports neither mutations nor what the server offers.
    let isConditional =
      !isStaged && contents.hasRows && !cycle.isInFull && contents.outbox.acknowledged == 0
      && contents.filter.isComplete && !awaitsOffer(contents) && conflictRows.isEmpty
    // The server's rows of mutations that it has just made have about the same size as the mutations.
    let rowBytes = contents.outbox.acknowledgedBytes / max(1, contents.outbox.acknowledged)
    var request = request(after: token, over: contents)
    request.etag = isConditional ? contents.etag : nil
    request.limit = pageSize.limit(atMost: options.page, rowBytes: rowBytes)
    if !cycle.isMidway {
      self.cycle?.requested = []
      self.cycle?.emptyPages = 0
    }
    if let token { self.cycle?.requested.insert(token) }
    let number = takeOff(.pull(request))
    commands.append(.pull(number, request))
  }

  /// Returns a request for the changes after a token, with the client names of the pending mutations.
  func request(after token: String?, over contents: CacheContents) -> PullRequest {
    let clients = contents.outbox.clients(atMost: Self.mostClients)
    return PullRequest(
      token: token, limit: options.page, client: clients.first ?? client, clients: Array(clients.dropFirst()),
      schemas: database.schemas, selection: contents.filter.shown)
  }

  private mutating func takeOff(_ content: Flight.Content) -> Int {
    lastRequest += 1
    flight = Flight(number: lastRequest, content: content, requestedAt: now)
    return lastRequest
  }

  /// Ends the cycle and cancels its request. A later response is ignored.
  mutating func endCycle() {
    if let flight { commands.append(.cancel(flight.number)) }
    flight = nil
    if case .resolving(let number, _) = access {
      commands.append(.cancel(number))
      access = nil
    }
    cycle = nil
    if phase == .pushing || phase == .pulling { phase = .idle }
  }

  /// Ends all requests to the server, including the stream.
  mutating func endRequests() {
    endCycle()
    closeStream()
  }

  /// Sends no request for as long as the server asks. Values above a day are ignored, so that a wrong value does not
  /// stop the engine for years.
  mutating func heed(_ retryAfter: Double?) {
    if let retryAfter, (0...86_400).contains(retryAfter) { notBefore = now.uptime + retryAfter }
  }

  mutating func failed(_ failure: RemoteFailure) {
    switch failure.code {
    case .unauthorized, .outdated, .refused, .unsupported:
      lastFailure = (failure.message, failure.code.rawValue)
      answerPullers(.failed(failure.message))
      halt()
    case .unavailable, .garbled, .expired, .cancelled:
      heed(failure.retryAfter)
      failed(failure.message, code: failure.code.rawValue)
    }
  }

  /// Reports the failure to the waiters at once, and schedules a retry.
  mutating func failed(_ message: String, code: String? = nil) {
    lastFailure = (message, code)
    answerPullers(.failed(message))
    answerOpeners(.done(0))
    endRequests()
    wait()
  }

  mutating func wait() {
    retryAt = max(now.uptime + jitter(after: attempts, atMost: options.longestBackoff), notBefore)
    attempts += 1
    phase = .waiting
  }

  /// The seconds to wait after this many failures. Full jitter, so that many clients do not all return to a restarted
  /// server at the same time.
  mutating func jitter(after failures: Int, atMost most: Double) -> Double {
    let longest = min(most, options.backoff * pow(2, Double(failures)))
    // Keeps the range valid for any options.
    return .random(in: 0...max(0, min(86_400, longest)), using: &random)
  }

  mutating func halt() {
    // The data about the server from this cycle must not affect the next one.
    endRequests()
    isWanted = false
    phase = .halted
  }

  /// The uptime at which a request must end, because it makes no progress or takes too long in total.
  func deadline(of flight: Flight) -> Double {
    let start = flight.requestedAt.uptime
    let silent = (flight.progress?.last ?? start) + options.timeout
    return min(silent, start + max(options.timeout, options.longestRequest))
  }

  mutating func progressed(_ number: Int, _ progress: RequestProgress) {
    if flight?.number == number { flight?.progress = progress }
    streamProgressed(number, progress)
  }

  mutating func timerFired() {
    wakesAt = nil
    if let flight, now.uptime >= deadline(of: flight) {
      switch flight.content {
      case .pull(let request): pageSize.failed(requested: request.limit)
      case .push: isPushFailing = true
      }
      failed(lateness(of: flight))
    }
    if let stream, now.uptime >= stream.deadline(timeout: options.timeout) { streamBroke() }
    if phase == .waiting, let retryAt, now.uptime >= retryAt { begin() }
  }

  private func lateness(of flight: Flight) -> String {
    let what = if case .push = flight.content { "push" } else { "pull" }
    let seconds = options.timeout
    guard let progress = flight.progress else {
      return "\(database.name): no answer to a \(what) within \(seconds) s; is the server reachable?"
    }
    guard now.uptime < progress.last + seconds else {
      return "\(database.name): no byte of a \(what) was sent or received for \(seconds) s; it is tried again"
    }
    return "\(database.name): a \(what) was not done within \(options.longestRequest) s; it is tried again"
  }

  /// Whether pushes fail while mutations wait for one. A pull that succeeds meanwhile ends neither the problem nor the
  /// back-off.
  var isHeldUp: Bool { isPushFailing && contents?.outbox.unsent ?? 0 > 0 }

  var leftAlone: String {
    let seconds = (notBefore - now.uptime).rounded(.up)
    return "\(database.name): the server asked for no requests for another \(seconds) s; the engine then tries again"
  }
}
