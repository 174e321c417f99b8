// What is told, and when to look again.
extension SyncMachine {
  /// Whether the rows are equal to the server's as far as is known: a stream keeps them so, or they were a short time ago.
  var isFresh: Bool { isLive || equalAt.map { now.uptime < $0 + options.ttl } ?? false }

  /// The uptime when rows and server were last known to be equal, by this process.
  var lastEqualAt: Double? { isLive ? stream?.heardAt : equalAt }

  private var isLive: Bool { stream?.isUpToDate ?? false }

  var status: SyncStatus {
    let notices = [contents?.notice, seedProblem].compactMap(\.self)
    return SyncStatus(
      phase: phase, isLive: isLive, isStale: !isFresh, pending: contents?.outbox.count ?? 0,
      dead: contents?.deadLetters.count ?? 0,
      deadRevision: deadRevision,
      cursor: contents?.token, problem: problem,
      retryIn: phase == .waiting ? retryAt.map { max(0, $0 - now.uptime) } : nil,
      notice: notices.isEmpty ? nil : notices.joined(separator: "\n"), revision: contents?.revision ?? 0)
  }

  mutating func publish() {
    let status = status
    guard status != published else { return }
    published = status
    commands.append(.publish(status))
  }

  /// One timer for all: a request that takes too long, a stream that is silent or due, the next try, and the moment when rows are
  /// no longer fresh.
  mutating func setTimer() {
    let moments = [
      flight.map(deadline(of:)),
      phase == .waiting ? retryAt : nil,
      isFresh && !isLive && !isStopped ? equalAt.map { $0 + options.ttl } : nil,
      stream.map { $0.deadline(timeout: options.timeout) },
      // Once these are over, the next event looks at what they are about.
      (cycle?.awaitsPageUntil ?? streamDue).flatMap { $0 > now.uptime ? $0 : nil },
    ]
    let earliest = moments.compactMap(\.self).filter(\.isFinite).min()
    guard earliest != wakesAt else { return }
    wakesAt = earliest
    commands.append(.wake(at: earliest))
  }
}
