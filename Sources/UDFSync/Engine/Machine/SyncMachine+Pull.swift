import UDF

// What comes of a pull.
extension SyncMachine {
  /// Pages in a row without a change after which one more is no longer taken for a step forward.
  private static let mostEmptyPages = 100

  mutating func pulled(_ number: Int, _ result: Result<PullReply, RemoteFailure>) {
    guard let flight, flight.number == number, case .pull(let request) = flight.content, let contents else { return }
    self.flight = nil
    switch result {
    case .failure(let failure) where failure.code == .expired && request.token != nil && cycle?.hasExpired == false:
      fetchAnew()
    case .failure(let failure): failed(failure)
    case .success(.notModified(let age)):
      if request.etag != nil {
        pullDone(askedAt: flight.askedAt, age: age)
      } else if cycle?.isInFull == false {
        cycle?.isInFull = true
      } else {
        garbled("said that nothing has changed although it was not told what is here")
      }
    case .success(.page(let page)):
      if let from = page.from, from != request.token {
        garbled("was asked for what came after \(named(request.token)) and answered for \(named(from))")
      } else if isOfAnotherEpoch(page, contents), request.token != nil {
        // The rows that are here are not those that the page continues.
        if cycle?.hasExpired == false { fetchAnew() } else { garbled("has changed its epoch again") }
      } else if page.hasMore, page.next.map({ cycle?.asked.contains($0) == true }) ?? true {
        garbled("says that there is more after \(named(page.next)), which it was asked for already")
      } else if page.hasMore, bringsNothing(page), cycle?.emptyPages ?? 0 >= Self.mostEmptyPages {
        garbled("gives page after page without a change")
      } else {
        if isOfAnotherEpoch(page, contents) { staging = Staging(hasExpired: true) }
        queue.append(.page(PageToWrite(page: page, request: request, askedAt: flight.askedAt)))
      }
    }
  }

  private func isOfAnotherEpoch(_ page: PullPage, _ contents: CacheContents) -> Bool {
    guard let epoch = page.epoch, let held = staging?.epoch ?? contents.epoch else { return false }
    return epoch != held
  }

  /// Begins to fetch everything, because the server cannot continue what is here. The outbox stays.
  private mutating func fetchAnew() {
    cycle?.hasExpired = true
    cycle?.isMidway = false
    staging = Staging(hasExpired: true)
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
      let acknowledged = contents.outbox.filter(\.isAcknowledged)
      let settled = acknowledged.filter { page.shows($0) && !mayBeLost($0, page, contents) }
      write.settled = settled.map(\.id)
      write.touched = settled.map(\.key)
      write.mutations = acknowledged.filter { mayBeLost($0, page, contents) }.map(\.unsent)
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

  /// Whether the server may have lost a mutation that it acknowledged: it has forgotten the token, or its epoch is another one. The
  /// number of the last one that it has made does not tell, since it may have made later ones again. A mutation that it has not
  /// lost it makes only once.
  private func mayBeLost(_ mutation: Mutation, _ page: PageToWrite, _ contents: CacheContents) -> Bool {
    // An adapter that does not count mutations may make them twice.
    guard page.clients != nil else { return false }
    if staging?.hasExpired == true { return true }
    // Nobody knows of which epoch the acknowledgements of earlier cycles are.
    return contents.epoch == nil && page.page.epoch != nil && cycle?.acknowledged.contains(mutation.id) != true
  }

  /// A page is in the cache, or there was nothing to write of it.
  mutating func pageTaken(_ page: PageToWrite) {
    guard var cycle else { return }
    cycle.isMidway = page.page.hasMore
    cycle.emptyPages = bringsNothing(page.page) ? cycle.emptyPages + 1 : 0
    self.cycle = cycle
    lastChanges = page.page.hasMore ? page.page.changes : []
    guard !page.page.hasMore else { return }
    // The one that was asked for also where the server has left it out, so that it is not asked for again and again.
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
    tellPullers(cycle?.hasChanges == true ? .changed : .unchanged)
    cycle?.hasChanges = false
    cycle?.isPulled = true
    cycle?.hasPulled = true
  }
}
