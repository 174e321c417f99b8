// What is told, and when to look again.
extension SyncMachine {
  var isFresh: Bool { equalAt.map { now.uptime < $0 + options.ttl } ?? false }

  var status: SyncStatus {
    let notices = [contents?.notice, seedProblem].compactMap(\.self)
    return SyncStatus(
      phase: phase, isStale: !isFresh, pending: contents?.outbox.count ?? 0, dead: contents?.deadLetters.count ?? 0,
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

  /// One timer for all: a request that takes too long, the next try, and the moment when rows are no longer fresh.
  mutating func setTimer() {
    let moments = [
      flight.map { $0.askedAt.uptime + options.timeout },
      phase == .waiting ? retryAt : nil,
      isFresh && !isStopped ? equalAt.map { $0 + options.ttl } : nil,
    ]
    let earliest = moments.compactMap(\.self).min()
    guard earliest != wakesAt else { return }
    wakesAt = earliest
    commands.append(.wake(at: earliest))
  }
}
