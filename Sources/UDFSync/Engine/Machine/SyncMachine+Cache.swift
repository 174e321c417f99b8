// Opening and seeding the cache, and its failures.
extension SyncMachine {
  /// Issues the next command for the cache, unless one is running.
  mutating func useCache() {
    guard access == nil else { return }
    if isStopped {
      guard isHeld else { return }
      isHeld = false
      contents = nil
      access = .closing
      return commands.append(.close)
    }
    guard contents != nil else { return }
    if isDamaged { return quarantine() }
    if phase == .seeding {
      access = .seeding
      return commands.append(.seed)
    }
    while access == nil, !queue.isEmpty { writeNext() }
  }

  mutating func opened(_ result: Result<CacheContents, CacheFailure>) {
    access = nil
    switch result {
    case .success(let contents):
      self.contents = contents
      deadRevision = contents.revision
      countDead()
      servesCollections = false
      // This may be a copy of the cache or an older state of it, so another opening may have used the next numbers of
      // any client name in it. A new name avoids duplicates.
      (client, lastNumber) = (makeClient(), 0)
      origins = Origins(opened: contents.revision)
      // From here on only the uptime counts, because the user cannot set it. A time in the future means that the clock
      // was set back.
      equalAt = contents.syncedAt.flatMap {
        $0 <= now.wall && contents.filter.isComplete ? now.uptime - (now.wall - $0) : nil
      }
      guard !isStopped else { return }
      resume()
    case .failure(let failure):
      guard !isStopped else { return }
      if failure.code == .corrupt, !isQuarantined { quarantine() } else { openingFailed(failure) }
    }
  }

  mutating func seeded(_ result: Result<Seed?, SeedFailure>) {
    access = nil
    guard !isStopped else { return }
    switch result {
    case .success(let seed):
      queue.prepend(.seed(seed))
      writeNext()
    case .failure(let failure):
      // The app continues without the seed. The cache stays unseeded, so that a corrected seed is used at the next
      // start.
      seedProblem = failure.message
      resume()
    }
  }

  /// Opens the cache if it is not open; otherwise seeds it or becomes idle.
  mutating func begin() {
    guard contents == nil else { return resume() }
    guard access == nil else { return }
    retryAt = nil
    isQuarantined = false
    phase = .opening
    access = .opening
    isHeld = true
    commands.append(.open)
  }

  /// Seeds the cache or becomes idle. ``step()`` then decides whether a request is needed.
  mutating func resume() {
    retryAt = nil
    if contents?.isSeeded == false, seedProblem == nil {
      phase = .seeding
    } else {
      phase = .idle
      if let contents, !contents.hasRows, !contents.outbox.isEmpty { queue.prepend(.outbox) }
      answerOpeners(.done(0))
    }
  }

  /// Replaces a damaged cache by a new one. Requests of the app stay pending.
  mutating func quarantine() {
    endRequests()
    queue.dropReplies()
    contents = nil
    forgetRows()
    isDamaged = false
    isQuarantined = true
    isWanted = true
    phase = .opening
    access = .opening
    commands.append(.quarantine)
  }

  /// Resets the properties that describe the rows, because the rows are cleared.
  mutating func forgetRows() {
    staging = nil
    conflictRows = [:]
    equalAt = nil
    hasPulled = false
    epoch += 1
  }

  mutating func openingFailed(_ failure: CacheFailure) {
    endRequests()
    contents = nil
    let reported = SyncFailure(failure.message)
    answerOpeners(.failed(reported))
    answerPullers(.failed(failure.message))
    failChanges(reported)
    lastFailure = (failure.message, failure.code.rawValue)
    if failure.code == .newer { halt() } else { wait() }
  }

  mutating func closed() {
    access = nil
    answerStoppers()
  }
}
