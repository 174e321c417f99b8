// The status that is published, and the timer.
extension SyncMachine {
  /// Whether the rows are known to equal the server's: a stream keeps them equal, or they were equal a short time ago.
  var isFresh: Bool { isLive || equalAt.map { now.uptime < $0 + options.ttl } ?? false }

  /// The uptime when rows and server were last known to be equal, by this process.
  var lastEqualAt: Double? { isLive ? stream?.lastByteAt : equalAt }

  private var isLive: Bool { stream?.isUpToDate ?? false }

  var status: SyncStatus {
    let notices = [contents?.notice, contents?.rowNotice, seedProblem].compactMap(\.self)
    let code = lastFailure?.code
    return SyncStatus(
      phase: phase, isOpen: contents != nil, isLive: isLive, isStale: !isFresh, pending: contents?.outbox.count ?? 0,
      dead: contents?.deadLetters.count ?? 0,
      deadRevision: deadRevision, collections: statusByCollection,
      cursor: contents?.token, problem: problem, code: code,
      retryIn: phase == .waiting ? retryAt.map { max(0, $0 - now.uptime) } : nil,
      notice: notices.isEmpty ? nil : notices.joined(separator: "\n"), revision: contents?.revision ?? 0)
  }

  private var statusByCollection: [String: SyncStatus.Collection] {
    var found: [String: SyncStatus.Collection] = [:]
    for collection in database.collections {
      let name = collection.collection
      let filter = contents?.filter.shown[name] ?? collection.filter
      found[name] =
        database.isNamed
        ? SyncStatus.Collection(
          pending: contents?.outbox.counts[name] ?? 0, dead: deadCounts[name] ?? 0, filter: filter)
        : SyncStatus.Collection(
          pending: contents?.outbox.count ?? 0, dead: contents?.deadLetters.count ?? 0, filter: filter)
    }
    return found
  }

  /// Counts the dead letters of each collection.
  mutating func countDead() {
    guard database.isNamed else { return }
    deadCounts = [:]
    for letter in contents?.deadLetters.values.map(\.self) ?? [] {
      for name in letter.parts.collections { deadCounts[name, default: 0] += 1 }
    }
  }

  /// Publishes the status before the other commands, because a caller that is answered reads it on another thread.
  mutating func publish() {
    let status = status
    guard status != published else { return }
    published = status
    commands.insert(.publish(status), at: 0)
  }

  /// Sets one timer for all times: timeouts of requests, a silent or due stream, the next retry, and the end of the
  /// rows' freshness.
  mutating func setTimer() {
    let moments = [
      flight.map(deadline(of:)),
      phase == .waiting ? retryAt : nil,
      isFresh && !isLive && !isStopped ? equalAt.map { $0 + options.ttl } : nil,
      stream.map { $0.deadline(timeout: options.timeout) },
      // Times in the past need no timer, because the next event handles them.
      (cycle?.awaitsPageUntil ?? streamDue).flatMap { $0 > now.uptime ? $0 : nil },
    ]
    let earliest = moments.compactMap(\.self).filter(\.isFinite).min()
    guard earliest != wakesAt else { return }
    wakesAt = earliest
    commands.append(.wake(at: earliest))
  }
}
