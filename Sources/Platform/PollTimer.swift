/// Requests a poll when something is due.
package final class PollTimer: Sendable {
  private struct Plan {
    var due: ContinuousClock.Instant?
    var task: Task<Void, Never>?
  }

  private let plan = Guarded(Plan())
  private let poll: @Sendable (PollTimer) -> Void

  package init(_ poll: @escaping @Sendable (PollTimer) -> Void) { self.poll = poll }

  deinit { plan.withLock { $0.task?.cancel() } }

  package func fire() { poll(self) }

  /// Fires after `seconds`, or earlier if an earlier time is already set.
  package func set(in seconds: Double) {
    let due = ContinuousClock.now + .seconds(max(0, min(seconds, 3600)))
    plan.withLock { plan in
      if let planned = plan.due, planned <= due { return }
      plan.task?.cancel()
      plan.due = due
      plan.task = Task { [weak self] in
        guard (try? await ContinuousClock().sleep(until: due)) != nil, let self else { return }
        self.plan.withLock { $0.due = nil }
        fire()
      }
    }
  }
}
