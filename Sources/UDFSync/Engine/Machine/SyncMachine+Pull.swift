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
      cycle?.hasExpired = true
      cycle?.isMidway = false
      staging = Staging(hasExpired: true)
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
      } else if page.hasMore, page.next.map({ cycle?.asked.contains($0) == true }) ?? true {
        garbled("says that there is more after \(named(page.next)), which it was asked for already")
      } else if page.hasMore, bringsNothing(page), cycle?.emptyPages ?? 0 >= Self.mostEmptyPages {
        garbled("gives page after page without a change")
      } else if let mutation = page.mutation, mutation > contents.lastMutation {
        copied(mutation, contents)
      } else {
        queue.append(.page(PageToWrite(page: page, request: request, askedAt: flight.askedAt)))
      }
    }
  }

  /// The server knows mutations of this name that are not from here: this cache was copied, say from a backup. Two that use one
  /// name would take each other's mutations for their own.
  private mutating func copied(_ mutation: Int64, _ contents: CacheContents) {
    guard cycle?.isRenamed == false else {
      return garbled("has mutation \(mutation) of a client that has made none later than \(contents.lastMutation)")
    }
    cycle?.isRenamed = true
    copyNotice =
      "\(collection.name): this cache is a copy of one that is in use elsewhere; it goes on under a name of its own"
    queue.append(.rename)
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

  /// The rows that a policy has to see before a page is written; nil: they are looked up first.
  mutating func held(under page: PageToWrite, _ contents: CacheContents) -> [StoredRow]? {
    guard !conflict.isReplay else { return [] }
    if let held = page.held { return held }
    let changed = Set(page.page.changes.map(\.key)).filter { !unseen(of: $0, contents).isEmpty }
    let keys = changed.union(gone(with: page, contents))
    if keys.isEmpty { return [] }
    access = .finding(page)
    let mutations = keys.flatMap { unseen(of: $0, contents) }.map(\.id)
    commands.append(.find(keys.sorted(), mutations: mutations.sorted()))
    return nil
  }

  /// The rows that lie aside when this page does as well; nobody asks for them where every mutation is kept.
  func laidAside(with page: PageToWrite) -> Set<EntityKey> {
    guard !conflict.isReplay else { return [] }
    let before: Set<EntityKey> = page.request.token == nil ? [] : staging?.keys ?? []
    return before.union(page.page.changes.map(\.key))
  }

  /// The mutations of a row that a policy decides on: no server has seen them.
  private func unseen(of key: EntityKey, _ contents: CacheContents) -> [PendingMutation] {
    contents.outbox.mutations(of: key, after: contents.lastSent)
  }

  /// Of the rows under mutations those that a swap takes away, of which no page says anything.
  private func gone(with page: PageToWrite, _ contents: CacheContents) -> Set<EntityKey> {
    guard staging != nil, !page.page.hasMore else { return [] }
    return Set(contents.outbox.keys.filter { !unseen(of: $0, contents).isEmpty }).subtracting(laidAside(with: page))
  }

  mutating func found(_ result: Result<(rows: [StoredRow], mutations: [Mutation]), CacheFailure>) {
    guard case .finding(var page) = access else { return }
    access = nil
    // The cycle may have been ended meanwhile, and the page with it.
    guard cycle != nil, !isStopped else { return }
    switch result {
    case .success((let rows, let mutations)):
      (page.held, page.waiting) = (rows, mutations)
      queue.prepend(.page(page))
    case .failure(let failure) where failure.code == .corrupt: isDamaged = true
    case .failure(let failure): failed(failure.message)
    }
  }

  func fill(_ write: inout CacheWrite, with page: PageToWrite, held: [StoredRow], over contents: CacheContents) {
    let reply = page.page
    write.changes = reply.changes
    if staging != nil {
      write.rows = reply.hasMore ? .stage : .swap
      write.restages = page.request.token == nil
    }
    if write.rows != .stage {
      // Of a server that does not say what its pages show, only the last is known to show all.
      let shown = reply.mutation ?? (reply.hasMore ? 0 : .max)
      let settled = contents.outbox.acknowledged { $0.id <= shown }
      write.settled = settled.map(\.id)
      write.touched = settled.map(\.key)
    }
    if staging?.hasExpired == true, !reply.hasMore, let made = reply.mutation {
      // Who has forgotten the token may have lost what it said it had made; who has not makes it no second time.
      write.unacknowledged = contents.outbox.filter { $0.isAcknowledged && $0.id > made }.map(\.id)
    }
    resolve(held, page, contents, into: &write)
    guard write != CacheWrite() || reply.next != contents.token, write.rows != .stage else { return }
    // A seed that could not be read must not come later over what the server gave.
    write.seeds = !contents.isSeeded
    write.token = reply.next
    // To go on after a page of an answer that is over would give its end for ever, and nothing before it.
    write.forgetsToken = reply.next == nil && contents.token != nil
    guard !reply.hasMore else { return }
    write.etag = reply.etag
    write.syncedAt = page.askedAt.wall - max(0, reply.age)
  }

  private func resolve(
    _ held: [StoredRow], _ page: PageToWrite, _ contents: CacheContents, into write: inout CacheWrite
  ) {
    guard !conflict.isReplay else { return }
    let held = Dictionary(held.map { ($0.key, $0) }) { $1 }
    let missing = gone(with: page, contents).map { RowChange.delete($0, version: 0) }
    let changed = Dictionary((page.page.changes + missing).map { ($0.key, $0) }) { $1 }
    for mutation in page.waiting {
      // What lies aside takes the place of rows of any version.
      guard let change = changed[mutation.key], let row = change.row(over: staging == nil ? held[mutation.key] : nil),
        row.body != held[mutation.key]?.body
      else { continue }
      switch conflict.resolve(mutation, row.body.map { SyncRow(row.key, version: row.version, body: $0) }) {
      case .keep: continue
      case .drop:
        let message = "the server's row changed before this was sent"
        write.refused.append(Refusal(mutation.id, code: "conflict", message: message, since: now.wall))
      case .replace(let body):
        write.mutations.append(Mutation(id: mutation.id, mutation.operation, mutation.key, body: body))
      }
      write.touched.append(mutation.key)
    }
  }

  /// A page is in the cache, or there was nothing to write of it.
  mutating func pageTaken(_ page: PageToWrite) {
    guard var cycle else { return }
    cycle.isMidway = page.page.hasMore
    cycle.emptyPages = bringsNothing(page.page) ? cycle.emptyPages + 1 : 0
    self.cycle = cycle
    lastChanges = page.page.hasMore ? page.page.changes : []
    if !page.page.hasMore { pullDone(askedAt: page.askedAt, age: page.page.age) }
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
