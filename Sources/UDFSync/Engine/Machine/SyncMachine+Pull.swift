import UDF

extension SyncMachine {
  /// The number of consecutive pages without a change from which a further one counts as an error.
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
        // A full pull of a list without a token was to be staged; the list has not changed.
        staging = nil
        pullDone(requestedAt: flight.requestedAt, age: age)
      } else if cycle?.isInFull == false {
        cycle?.isInFull = true
      } else {
        garbled("answered \"not modified\" to a request without an ETag")
      }
    case .success(.page(let page)) where !page.names(database): failed(isNotNamed)
    case .success(.page(let page)):
      if let from = page.from, from != request.token {
        garbled("was asked for changes after \(named(request.token)) and answered for \(named(from))")
      } else if isOfAnotherEpoch(page, request, contents), request.token != nil {
        // The page belongs to other data than the cache's rows.
        if cycle?.hasExpired == false { fetchAnew() } else { garbled("has changed its epoch again") }
      } else if page.hasMore, page.next.map({ cycle?.requested.contains($0) == true }) ?? true {
        garbled("announces more rows after \(named(page.next)), which this pull has already requested")
      } else if page.hasMore, bringsNothing(page), cycle?.emptyPages ?? 0 >= Self.mostEmptyPages {
        garbled("sends page after page without a change")
      } else if !page.continuesFilter, request.token != nil, staging == nil, !contents.filter.isCovered {
        // The server has continued the token as if it had been given for the present parameters.
        fetchAll(Staging())
      } else {
        if isOfAnotherEpoch(page, request, contents) { staging = Staging(hasExpired: true) }
        noteOffers(page)
        let page = withConflictRows(page, request, contents)
        queue.append(.page(PageToWrite(page: page, request: request, requestedAt: flight.requestedAt)))
      }
    }
  }

  /// Returns the page. The last page of a pull also gets the rows that the server returned with conflicts and that no
  /// page has contained, because they do not match the parameters or the page comes from an outdated replica. After a
  /// full pull, a matching row that no page has contained was removed, so it is left out.
  private mutating func withConflictRows(
    _ page: PullPage, _ request: PullRequest, _ contents: CacheContents
  ) -> PullPage {
    // A restored server may have had other rows at the time of the answer.
    if staging?.hasExpired == true { conflictRows = [:] }
    if request.token == nil || staging != nil {
      conflictRows = conflictRows.filter { key, row in
        row.body.map { !contents.filter.shown.matches(key, $0) } ?? false
      }
    }
    for change in page.changes {
      let isEarlier = conflictRows[change.key].map { change.version != 0 && change.version < $0.version } ?? false
      if !isEarlier { conflictRows[change.key] = nil }
    }
    guard !page.hasMore else { return page }
    defer { conflictRows = [:] }
    var page = page
    page.changes += conflictRows.values.sorted { $0.key < $1.key }
    return page
  }

  /// Records what a page reports about the server.
  mutating func noteOffers(_ page: PullPage) {
    (offersLive, pageTakesAll, servesCollections) = (page.offersLive, page.takesAll, true)
  }

  /// The failure for a server that does not name the collections. The engine sends no further request, because the
  /// address may serve other collections.
  var isNotNamed: RemoteFailure {
    let names = database.names.map { "\"\($0)\"" }.joined(separator: ", ")
    return RemoteFailure(
      .unsupported,
      "\(database.name): the server's pages do not name the collections \(names); give each collection an address of its own, "
        + "and declare it without its name")
  }

  /// Whether a page belongs to other data than the rows that it would be added to.
  func isOfAnotherEpoch(_ page: PullPage, _ request: PullRequest, _ contents: CacheContents) -> Bool {
    guard let epoch = page.epoch else { return false }
    // Staged pages of an unknown epoch may belong to another one too. Fetching them again costs little.
    if request.token != nil, let staging { return staging.epoch != epoch }
    return contents.epoch.map { $0 != epoch } ?? false
  }

  /// Starts to fetch all rows, because the server cannot continue the rows of this cache. The outbox stays.
  private mutating func fetchAnew() {
    cycle?.hasExpired = true
    fetchAll(Staging(hasExpired: true))
  }

  private mutating func fetchAll(_ staging: Staging) {
    cycle?.isMidway = false
    self.staging = staging
  }

  /// Adjusts the size of the next page to the speed of the connection.
  private mutating func notePageSize(
    _ request: PullRequest, _ flight: Flight, _ result: Result<PullReply, RemoteFailure>
  ) {
    let transfer = flight.progress.map { $0.last - $0.first }
    switch result {
    case .success(.page(let page)):
      pageSize.received(
        page.changes, requested: request.limit, after: now.uptime - flight.requestedAt.uptime, transfer: transfer)
    case .success(.notModified): break
    // The page was too large, or the connection broke during the transfer.
    case .failure(let failure) where failure.code == .garbled || transfer ?? 0 >= PageSize.seconds:
      pageSize.failed(requested: request.limit)
    case .failure: break
    }
  }

  mutating func garbled(_ what: String) {
    failed(RemoteFailure(.garbled, "\(database.name): the server \(what); the request is repeated"))
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
      let completed = contents.outbox.acknowledged { page.shows($0) && !mayBeLost($0, page, contents) }
      write.completed = completed.map(\.id)
      write.touched = completed.flatMap(\.parts.keys)
      write.unacknowledged = contents.outbox.acknowledged { mayBeLost($0, page, contents) }.map(\.id)
    }
    rebase(with: page, contents).fill(&write)
    fillFilter(&write, with: page, over: contents)
    let isNews = reply.next != contents.token || (reply.epoch ?? contents.epoch) != contents.epoch
    guard write != CacheWrite() || isNews, write.rows != .stage else { return }
    // A seed that could not be read before must not overwrite the server's rows later.
    write.seeds = !contents.isSeeded
    write.token = reply.next
    write.epoch = reply.epoch
    // Otherwise the cache would continue from the end of a complete answer, and never see changes before it.
    write.forgetsToken = reply.next == nil && contents.token != nil
    guard !reply.hasMore else { return }
    write.etag = reply.etag
    write.syncedAt = page.requestedAt.wall - max(0, reply.age)
  }

  /// Whether the server may have lost a mutation that it acknowledged, because it has forgotten the token or has another epoch.
  ///
  /// The number of the last mutation that the server made does not show this, because it may have made later ones
  /// since. Sending the mutation again is harmless: the server makes each mutation only once.
  private func mayBeLost(_ mutation: PendingMutation, _ page: PageToWrite, _ contents: CacheContents) -> Bool {
    // An adapter that does not report mutations might make them twice.
    guard page.clients != nil else { return false }
    if staging?.hasExpired == true { return true }
    // The epoch of acknowledgements from earlier cycles is unknown.
    return contents.epoch == nil && page.page.epoch != nil && cycle?.acknowledged.contains(mutation.id) != true
  }

  /// Continues after a page was written, or had nothing to write.
  mutating func continueAfter(_ page: PageToWrite) {
    if page.stream != nil { return continueAfterStreamed(page) }
    guard var cycle else { return }
    cycle.isMidway = page.page.hasMore
    cycle.emptyPages = bringsNothing(page.page) ? cycle.emptyPages + 1 : 0
    self.cycle = cycle
    lastChanges = page.page.hasMore ? page.page.changes : []
    guard !page.page.hasMore else { return }
    // Add the client of the request even if the server left it out. Otherwise the cycle would request it forever.
    let clients = page.clients ?? Set(contents?.outbox.map(\.client) ?? [])
    self.cycle?.reportedClients.formUnion(clients.union([page.request.client]))
    pullDone(requestedAt: page.requestedAt, age: page.page.age)
  }

  /// Whether a page has no change, or the same changes as the page before. A list may return these when it is asked for
  /// rows after its end.
  func bringsNothing(_ page: PullPage) -> Bool { page.changes.isEmpty || page.changes == lastChanges }

  private mutating func pullDone(requestedAt: SyncTime, age: Double) {
    // The response describes the server at the time of the request, less the time that it spent in HTTP caches.
    equalAt = requestedAt.uptime - max(0, age)
    if !isHeldUp { lastFailure = nil }
    contents?.rowNotice = nil
    hasPulled = true
    answerPullers(cycle?.hasChanges == true ? .changed : .unchanged)
    cycle?.hasChanges = false
    cycle?.isPulled = true
    cycle?.isOutdated = false
    cycle?.hasPulled = true
  }
}
