import Foundation

// The cycle: what is asked of the server, and when it is asked again.
extension SyncMachine {
  /// Client names that one request speaks of; more could make its address too long for a server.
  private static let mostClients = 50

  /// Takes the cycle on by one request, or begins or ends one.
  mutating func step() {
    guard let contents, !isStopped, !isDamaged, flight == nil, !isReplyWaiting else { return }
    if cycle == nil, phase == .idle { startCycle() }
    guard let cycle else { return }
    guard isWanted else { return endCycle() }
    let unsent = contents.outbox.filter { !$0.isAcknowledged }
    if cycle.isMidway {
      sendPull(contents)
    } else if !unsent.isEmpty, cycle.pushProblem == nil, !seesFirst(unsent, contents) {
      // A push has one client name.
      let batch = unsent.prefix { $0.client == unsent[0].client }
      sendPush(Array(batch.prefix(cycle.isAlone ? 1 : max(1, options.batch))), contents)
    } else if !cycle.isPulled || isUnheard(contents.outbox.first) {
      sendPull(contents)
    } else if let failure = cycle.pushProblem, !unsent.isEmpty {
      failed(failure)
    } else if let late = contents.outbox.last {
      failed(
        "\(collection.name): the server has made mutation \(late.number), but the rows that it gives do not show it yet; "
          + "they are asked for again")
    } else {
      attempts = 0
      isWanted = false
      endCycle()
    }
  }

  /// Whether the server has made a mutation, and no page has spoken of its client: a page of version 1 speaks of one client only.
  private func isUnheard(_ mutation: Mutation?) -> Bool {
    guard let mutation, mutation.isAcknowledged else { return false }
    return cycle?.heardOf.contains(mutation.client) == false
  }

  /// Whoever asked while rows are fresh is told so; anything else that is wanted begins a cycle.
  private mutating func startCycle() {
    if !isWanted, isFresh, contents?.outbox.isEmpty == true {
      for (waiter, force) in pullers where !force { tell(waiter, .pulled(.fresh)) }
      pullers.removeAll { !$0.force }
    }
    if !pullers.isEmpty { isWanted = true }
    guard isWanted else { return }
    if now.uptime < notBefore {
      tellPullers(.failed(leftAlone))
      wait()
    } else {
      cycle = Cycle()
    }
  }

  /// A policy decides on what waits with the server's rows before it, so they are fetched first.
  private func seesFirst(_ unsent: [Mutation], _ contents: CacheContents) -> Bool {
    !conflict.isReplay && cycle?.hasPulled == false && unsent.contains { $0.id > contents.lastSent }
  }

  private mutating func sendPush(_ batch: [Mutation], _ contents: CacheContents) {
    if let last = batch.last, last.id > contents.lastSent {
      queue.append(.sending(last.id))
      return useCache()
    }
    phase = .pushing
    let request = PushRequest(client: batch[0].client, schema: collection.schema, mutations: batch)
    let number = takeOff(.push(batch))
    commands.append(.push(number, request))
  }

  private mutating func sendPull(_ contents: CacheContents) {
    guard let cycle else { return }
    phase = .pulling
    // Without rows there is nothing that a half would hide, so what comes is shown as it comes.
    if staging == nil, contents.token == nil, contents.hasRows { staging = Staging() }
    let token = staging == nil ? contents.token : staging?.token
    // A server that says "not modified" does not say which mutations it has.
    let isConditional =
      staging == nil && contents.hasRows && !cycle.isInFull && !contents.outbox.contains(where: \.isAcknowledged)
    let clients = clients(of: contents.outbox)
    let request = PullRequest(
      token: token, etag: isConditional ? contents.etag : nil, limit: max(1, options.page),
      client: clients.first ?? client, clients: Array(clients.dropFirst()), schema: collection.schema)
    if !cycle.isMidway {
      self.cycle?.asked = []
      self.cycle?.emptyPages = 0
    }
    if let token { self.cycle?.asked.insert(token) }
    let number = takeOff(.pull(request))
    commands.append(.pull(number, request))
  }

  /// The client names of pending mutations, the oldest first, as many as a request may name.
  private func clients(of outbox: [Mutation]) -> [String] {
    var names: [String] = []
    for mutation in outbox where mutation.client != names.last && !names.contains(mutation.client) {
      names.append(mutation.client)
      if names.count == Self.mostClients { break }
    }
    return names
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

  mutating func failed(_ failure: RemoteFailure) {
    switch failure.code {
    case .unauthorized, .outdated, .refused, .unsupported:
      problem = failure.message
      tellPullers(.failed(failure.message))
      // ``step()`` ends a cycle that nobody wants.
      halt()
    case .unavailable, .garbled, .expired, .cancelled:
      // Any remote may say so, and a mistake there is not to be felt for years.
      if let retryAfter = failure.retryAfter, (0...86_400).contains(retryAfter) { notBefore = now.uptime + retryAfter }
      failed(failure.message)
    }
  }

  /// Tells whoever waits at once, and tries again by itself.
  mutating func failed(_ message: String) {
    problem = message
    tellPullers(.failed(message))
    tellOpeners(.done(0))
    endCycle()
    wait()
  }

  /// Full jitter, so that many clients of a server that comes back do not come all at once.
  mutating func wait() {
    let longest = min(options.longestBackoff, options.backoff * pow(2, Double(attempts)))
    attempts += 1
    // Within what can be drawn from, whatever the options are.
    retryAt = max(now.uptime + .random(in: 0...max(0, min(86_400, longest)), using: &random), notBefore)
    phase = .waiting
  }

  mutating func halt() {
    isWanted = false
    phase = .halted
  }

  mutating func timerFired() {
    wakesAt = nil
    if let flight, now.uptime >= flight.askedAt.uptime + options.timeout {
      let what = if case .push = flight.content { "push" } else { "pull" }
      failed("\(collection.name): no answer to a \(what) within \(options.timeout) s; is the server reachable?")
    }
    if phase == .waiting, let retryAt, now.uptime >= retryAt { begin() }
  }

  var leftAlone: String {
    let seconds = (notBefore - now.uptime).rounded(.up)
    return "\(collection.name): the server asked to be left alone for \(seconds) s more; it is asked again then"
  }
}
