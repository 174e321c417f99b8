import UDF

// What comes of a pull.
extension SyncMachine {
  /// Pages in a row without a change after which one more is no longer taken for a step forward.
  private static let mostEmptyPages = 100

  mutating func pulled(_ number: Int, _ result: Result<PullReply, RemoteFailure>) {
    guard let flight, flight.number == number, case .pull(let request) = flight.content, let contents else { return }
    self.flight = nil
    notePageSize(request, flight, result)
    switch result {
    case .failure(let failure) where failure.code == .expired && request.token != nil && cycle?.hasExpired == false:
      fetchAnew()
    case .failure(let failure): failed(failure)
    case .success(.notModified(let age)):
      if request.etag != nil {
        // A list without a token was to be laid aside.
        staging = nil
        pullDone(askedAt: flight.askedAt, age: age)
      } else if cycle?.isInFull == false {
        cycle?.isInFull = true
      } else {
        garbled("said that nothing has changed although it was not told what is here")
      }
    case .success(.page(let page)):
      if let from = page.from, from != request.token {
        garbled("was asked for what came after \(named(request.token)) and answered for \(named(from))")
      } else if isOfAnotherEpoch(page, request, contents), request.token != nil {
        // The page does not continue the rows of this cache.
        if cycle?.hasExpired == false { fetchAnew() } else { garbled("has changed its epoch again") }
      } else if page.hasMore, page.next.map({ cycle?.asked.contains($0) == true }) ?? true {
        garbled("says that there is more after \(named(page.next)), which it was asked for already")
      } else if page.hasMore, bringsNothing(page), cycle?.emptyPages ?? 0 >= Self.mostEmptyPages {
        garbled("gives page after page without a change")
      } else {
        if isOfAnotherEpoch(page, request, contents) { staging = Staging(hasExpired: true) }
        offersLive = page.offersLive
        queue.append(.page(PageToWrite(page: page, request: request, askedAt: flight.askedAt)))
      }
    }
  }

  /// Whether a page belongs to other data than what it would be added to.
  func isOfAnotherEpoch(_ page: PullPage, _ request: PullRequest, _ contents: CacheContents) -> Bool {
    guard let epoch = page.epoch else { return false }
    // Pages of an unknown epoch that are laid aside may be of another one as well, and cost little.
    if request.token != nil, let staging { return staging.epoch != epoch }
    return contents.epoch.map { $0 != epoch } ?? false
  }

  /// Starts to fetch everything, because the server cannot continue the rows of this cache. The outbox stays.
  private mutating func fetchAnew() {
    cycle?.hasExpired = true
    cycle?.isMidway = false
    staging = Staging(hasExpired: true)
  }

  /// Lets the next page be as large as the line allows.
  private mutating func notePageSize(
    _ request: PullRequest, _ flight: Flight, _ result: Result<PullReply, RemoteFailure>
  ) {
    let transfer = flight.progress.map { $0.last - $0.first }
    switch result {
    case .success(.page(let page)):
      pageSize.received(
        page.changes, asked: request.limit, after: now.uptime - flight.askedAt.uptime, transfer: transfer)
    case .success(.notModified): break
    // Too large, or broken off in the midst of it.
    case .failure(let failure) where failure.code == .garbled || transfer ?? 0 >= PageSize.seconds:
      pageSize.failed(asked: request.limit)
    case .failure: break
    }
  }

  mutating func garbled(_ what: String) {
    failed(RemoteFailure(.garbled, "\(collection.name): the server \(what); it is asked again"))
  }

  private func named(_ token: String?) -> String { token.map { "\"\($0)\"" } ?? "the beginning" }

  func fill(_ write: inout CacheWrite, with page: PageToWrite, over contents: CacheContents) {
    let reply = page.page
    write.changes = reply.changes
    if staging != nil {
      write.rows = reply.hasMore ? .stage : .swap
      write.restages = page.request.token == nil
    }
    if write.rows != .stage {
      let settled = contents.outbox.acknowledged { page.shows($0) && !mayBeLost($0, page, contents) }
      write.settled = settled.map(\.id)
      write.touched = settled.map(\.key)
      write.unacknowledged = contents.outbox.acknowledged { mayBeLost($0, page, contents) }.map(\.id)
    }
    rebase(with: page, contents).fill(&write)
    let isNews = reply.next != contents.token || (reply.epoch ?? contents.epoch) != contents.epoch
    guard write != CacheWrite() || isNews, write.rows != .stage else { return }
    // A seed that could not be read must not come later over what the server gave.
    write.seeds = !contents.isSeeded
    write.token = reply.next
    write.epoch = reply.epoch
    // To go on after a page of an answer that is over would give its end for ever, and nothing before it.
    write.forgetsToken = reply.next == nil && contents.token != nil
    guard !reply.hasMore else { return }
    write.etag = reply.etag
    write.syncedAt = page.askedAt.wall - max(0, reply.age)
  }

  /// Whether the server may have lost a mutation that it acknowledged, because it has forgotten the token or has another epoch.
  ///
  /// The number of the last mutation that it made does not tell: it may have made later ones since. Sending the mutation again does
  /// no harm, because the server makes each only once.
  private func mayBeLost(_ mutation: PendingMutation, _ page: PageToWrite, _ contents: CacheContents) -> Bool {
    // An adapter that does not count mutations may make them twice.
    guard page.clients != nil else { return false }
    if staging?.hasExpired == true { return true }
    // The epoch of acknowledgements from earlier cycles is unknown.
    return contents.epoch == nil && page.page.epoch != nil && cycle?.acknowledged.contains(mutation.id) != true
  }

  /// A page is in the cache, or there was nothing to write of it.
  mutating func pageTaken(_ page: PageToWrite) {
    if page.stream != nil { return streamedPageTaken(page) }
    guard var cycle else { return }
    cycle.isMidway = page.page.hasMore
    cycle.emptyPages = bringsNothing(page.page) ? cycle.emptyPages + 1 : 0
    self.cycle = cycle
    lastChanges = page.page.hasMore ? page.page.changes : []
    guard !page.page.hasMore else { return }
    // Also the one of the request if the server has left it out: otherwise the cycle would request it for ever.
    let clients = page.clients ?? Set(contents?.outbox.map(\.client) ?? [])
    self.cycle?.heardOf.formUnion(clients.union([page.request.client]))
    pullDone(askedAt: page.askedAt, age: page.page.age)
  }

  /// Whether a page has no change, or those of the page before: a list that is asked for what lies behind its end may give that.
  func bringsNothing(_ page: PullPage) -> Bool { page.changes.isEmpty || page.changes == lastChanges }

  private mutating func pullDone(askedAt: SyncTime, age: Double) {
    // What the server said was so when it was asked at the earliest, and may have lain in caches on its way.
    equalAt = askedAt.uptime - max(0, age)
    problem = nil
    hasPulled = true
    tellPullers(cycle?.hasChanges == true ? .changed : .unchanged)
    cycle?.hasChanges = false
    cycle?.isPulled = true
    cycle?.isOutdated = false
    cycle?.hasPulled = true
  }
}
