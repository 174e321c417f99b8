// Opening, seeding and what goes wrong with the cache.
extension SyncMachine {
  /// Gives the cache its next command, if it has none.
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
      // This may be a copy of the cache, or an older state of it: another opening may have used the next numbers of any name in it.
      (client, lastNumber) = (makeClient(), 0)
      origins = Origins(opened: contents.revision)
      // From here on only the clock counts that nobody can set; a moment in the future says that somebody has.
      equalAt = contents.syncedAt.flatMap { $0 <= now.wall ? now.uptime - (now.wall - $0) : nil }
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
      // The app goes on without; the cache stays unseeded, so that a mended seed is taken the next time.
      seedProblem = failure.message
      resume()
    }
  }

  /// Goes on from wherever it stands: opens, or rests.
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

  /// Seeds, or rests; whether there is something to ask the server is then seen in ``step()``.
  mutating func resume() {
    retryAt = nil
    if contents?.isSeeded == false, seedProblem == nil {
      phase = .seeding
    } else {
      phase = .idle
      if let contents, !contents.hasRows, !contents.outbox.isEmpty { queue.prepend(.outbox) }
      tellOpeners(.done(0))
    }
  }

  /// A damaged cache is put aside for one that begins anew; what was asked stays asked.
  mutating func quarantine() {
    endRequests()
    queue.dropReplies()
    contents = nil
    staging = nil
    equalAt = nil
    hasPulled = false
    epoch += 1
    isDamaged = false
    isQuarantined = true
    isWanted = true
    phase = .opening
    access = .opening
    commands.append(.quarantine)
  }

  mutating func openingFailed(_ failure: CacheFailure) {
    endRequests()
    contents = nil
    let told = SyncFailure(failure.message)
    tellOpeners(.failed(told))
    tellPullers(.failed(failure.message))
    failChanges(told)
    problem = failure.message
    if failure.code == .newer { halt() } else { wait() }
  }

  mutating func closed() {
    access = nil
    tellStoppers()
  }
}
