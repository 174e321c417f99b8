import Foundation

// The cycle: what is asked of the server, and when it is asked again.
extension SyncMachine {
  /// The most client names of one request; more could make its address too long for a server.
  private static let mostClients = 50

  /// Takes the cycle on by one request, or begins or ends one.
  mutating func step() {
    guard let contents, !isStopped, !isDamaged, flight == nil, cycle != nil || phase == .idle, !isReplyWaiting else {
      return
    }
    if cycle == nil, phase == .idle { startCycle() }
    guard let cycle else { return openStream(contents) }
    guard isWanted else { return endCycle() }
    let isPushed = contents.outbox.unsent == 0
    if cycle.isMidway { return sendPull(contents) }
    if !isPushed, cycle.pushProblem == nil, !seesFirst(contents) {
      return sendPush(toSend(count: cycle.isAlone ? 1 : options.batch, contents), contents)
    }
    let isStreamed = isStreamed(contents)
    if isStreamed, contents.outbox.acknowledged > 0 {
      awaitPage()
    } else if !isStreamed, !cycle.isPulled || isUnheard(contents.outbox.first) {
      sendPull(contents)
    } else if let failure = cycle.pushProblem, !isPushed {
      failed(failure)
    } else if let late = contents.outbox.last {
      failed(
        "\(collection.name): the server has made mutation \(late.number), but the rows that it gives do not show it yet; "
          + "they are asked for again")
    } else {
      attempts = 0
      isWanted = false
      endCycle()
      openStream(contents)
    }
  }

  /// Whether the server has acknowledged a mutation and no page of this cycle reports on its client. A page of version 1 reports on
  /// one client only.
  private func isUnheard(_ mutation: PendingMutation?) -> Bool {
    guard let mutation, mutation.isAcknowledged else { return false }
    return cycle?.heardOf.contains(mutation.client) == false
  }

  /// The mutations of the next push, all of one client.
  ///
  /// A server that tells its epoch may have been restored since it acknowledged mutations in an earlier cycle. They go again ahead of
  /// the client's new ones: a server that only counts would take them for made once it has made a later one.
  private func toSend(count: Int, _ contents: CacheContents) -> [PendingMutation] {
    let acknowledged = contents.epoch == nil ? nil : cycle?.acknowledged
    return contents.outbox.batch(
      count: count, bytes: options.batchBytes - PushRequest.frameBytes, onePerRow: needsBases
    ) { acknowledged?.contains($0.id) == false }
  }

  /// Whoever asked while rows are fresh is told so; anything else that is wanted begins a cycle.
  private mutating func startCycle() {
    if !isWanted, isFresh, contents?.outbox.isEmpty == true {
      for (waiter, force) in pullers where !force {
        hasPulled = true
        tell(waiter, .pulled(.fresh))
      }
      pullers.removeAll { !$0.force }
    }
    if !pullers.isEmpty { isWanted = true }
    guard isWanted else { return }
    if now.uptime < notBefore {
      tellPullers(.failed(leftAlone))
      wait()
    } else {
      conflicts = conflicts.filter { contents?.outbox[$0.key] != nil }
      // The last cycle may have ended, or another process, before it had pulled the rows of these.
      cycle = Cycle(isOutdated: contents?.unmade.contains { contents?.outbox[$0] != nil } == true)
    }
  }

  /// A policy decides on what waits with the server's rows before it, so they are fetched first unless a stream brings them.
  private func seesFirst(_ contents: CacheContents) -> Bool {
    if cycle?.isOutdated == true { return true }
    // The last mutation is unsent if any is.
    return !conflict.isReplay && cycle?.hasPulled == false && stream?.isUpToDate != true
      && contents.outbox.last?.id ?? 0 > contents.lastSent
  }

  private mutating func sendPush(_ batch: [PendingMutation], _ contents: CacheContents) {
    // If the answer gets lost, the server may have made them.
    if batch.contains(where: { $0.id > contents.lastSent || contents.unmade.contains($0.id) }) {
      queue.append(.sending(Set(batch.map(\.id))))
      return useCache()
    }
    phase = .pushing
    let request = PushBatch(client: batch[0].client, schema: collection.schema, ids: batch.map(\.id))
    let number = takeOff(.push(batch))
    commands.append(.push(number, request))
  }

  private mutating func sendPull(_ contents: CacheContents) {
    guard let cycle else { return }
    // It would bring once more what the page brings.
    closeStream()
    phase = .pulling
    // Without rows there is nothing that a half would hide, so what comes is shown as it comes.
    let isStaged = staging != nil
    if !isStaged, contents.token == nil, contents.hasRows { staging = Staging() }
    let token = staging == nil ? contents.token : staging?.token
    // A server that says "not modified" does not say which mutations it has.
    let isConditional =
      !isStaged && contents.hasRows && !cycle.isInFull && contents.outbox.acknowledged == 0
    // What the server has just made of mutations comes back about as large.
    let rowBytes = contents.outbox.acknowledgedBytes / max(1, contents.outbox.acknowledged)
    var request = request(after: token, over: contents)
    request.etag = isConditional ? contents.etag : nil
    request.limit = pageSize.limit(atMost: options.page, rowBytes: rowBytes)
    if !cycle.isMidway {
      self.cycle?.asked = []
      self.cycle?.emptyPages = 0
    }
    if let token { self.cycle?.asked.insert(token) }
    let number = takeOff(.pull(request))
    commands.append(.pull(number, request))
  }

  /// A request for what comes after a token, under the client names of what waits.
  func request(after token: String?, over contents: CacheContents) -> PullRequest {
    let clients = contents.outbox.clients(atMost: Self.mostClients)
    return PullRequest(
      token: token, limit: options.page, client: clients.first ?? client, clients: Array(clients.dropFirst()),
      schema: collection.schema)
  }

  private mutating func takeOff(_ content: Flight.Content) -> Int {
    lastRequest += 1
    flight = Flight(number: lastRequest, content: content, askedAt: now)
    return lastRequest
  }

  /// Forgets what is under way; an answer that comes later is not taken.
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

  /// Ends all that is under way between the cache and the server.
  mutating func endRequests() {
    endCycle()
    closeStream()
  }

  /// Leaves the server alone for as long as it asks for. Any remote may ask, and a mistake there is not to be felt for years.
  mutating func heed(_ retryAfter: Double?) {
    if let retryAfter, (0...86_400).contains(retryAfter) { notBefore = now.uptime + retryAfter }
  }

  mutating func failed(_ failure: RemoteFailure) {
    switch failure.code {
    case .unauthorized, .outdated, .refused, .unsupported:
      problem = failure.message
      tellPullers(.failed(failure.message))
      halt()
    case .unavailable, .garbled, .expired, .cancelled:
      heed(failure.retryAfter)
      failed(failure.message)
    }
  }

  /// Tells whoever waits at once, and tries again by itself.
  mutating func failed(_ message: String) {
    problem = message
    tellPullers(.failed(message))
    tellOpeners(.done(0))
    endRequests()
    wait()
  }

  mutating func wait() {
    retryAt = max(now.uptime + jitter(after: attempts, atMost: options.longestBackoff), notBefore)
    attempts += 1
    phase = .waiting
  }

  /// Seconds to wait after so many failures. Full jitter, so that many clients of a server that comes back do not come all at once.
  mutating func jitter(after failures: Int, atMost most: Double) -> Double {
    let longest = min(most, options.backoff * pow(2, Double(failures)))
    // Within what can be drawn from, whatever the options are.
    return .random(in: 0...max(0, min(86_400, longest)), using: &random)
  }

  mutating func halt() {
    // What this cycle knows of the server must not decide the next one.
    endRequests()
    isWanted = false
    phase = .halted
  }

  /// When a request has to end: it makes no progress for too long, or takes too long altogether.
  func deadline(of flight: Flight) -> Double {
    let start = flight.askedAt.uptime
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
      if case .pull(let request) = flight.content { pageSize.failed(asked: request.limit) }
      failed(lateness(of: flight))
    }
    if let stream, now.uptime >= stream.deadline(timeout: options.timeout) { streamBroke() }
    if phase == .waiting, let retryAt, now.uptime >= retryAt { begin() }
  }

  private func lateness(of flight: Flight) -> String {
    let what = if case .push = flight.content { "push" } else { "pull" }
    let seconds = options.timeout
    guard let progress = flight.progress else {
      return "\(collection.name): no answer to a \(what) within \(seconds) s; is the server reachable?"
    }
    guard now.uptime < progress.last + seconds else {
      return "\(collection.name): no byte of a \(what) was sent or received for \(seconds) s; it is tried again"
    }
    return "\(collection.name): a \(what) was not done within \(options.longestRequest) s; it is tried again"
  }

  var leftAlone: String {
    let seconds = (notBefore - now.uptime).rounded(.up)
    return "\(collection.name): the server asked to be left alone for \(seconds) s more; it is asked again then"
  }
}
