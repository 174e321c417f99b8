import Platform

/// The tasks that sleep on a ``HostClock``. They may sleep on any thread; the owner of the clock wakes those that are due.
package final class SleepQueue: Sendable {
  private enum Sleeper {
    case waiting(due: Double, CheckedContinuation<Void, any Error>)
    /// The task was cancelled before it began to sleep.
    case cancelled
  }

  private struct Sleepers {
    var all: [Int: Sleeper] = [:]
    var last = 0
  }

  private let clock: any HostClock
  private let bell: WakeBell
  private let sleepers = Guarded(Sleepers())

  /// - Parameter bell: rings when a task begins to sleep, so that the owner asks for ``nextMoment`` again.
  package init(clock: any HostClock, bell: WakeBell) {
    self.clock = clock
    self.bell = bell
  }

  /// When the next task is due, in seconds of the clock; nil if none sleeps.
  package var nextMoment: Double? {
    sleepers.withLock { sleepers in
      sleepers.all.values.compactMap { if case .waiting(let due, _) = $0 { due } else { nil } }.min()
    }
  }

  /// Returns when the owner wakes the task after the clock has reached `due`. Throws if the task is cancelled.
  package func sleep(until due: Double) async throws {
    let number = sleepers.withLock { sleepers in
      sleepers.last += 1
      return sleepers.last
    }
    // A task that is cancelled as it wakes leaves an entry behind.
    defer { sleepers.withLock { $0.all[number] = nil } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = sleepers.withLock { sleepers in
          if sleepers.all.removeValue(forKey: number) != nil { return true }
          sleepers.all[number] = .waiting(due: due, continuation)
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) } else { bell.ring() }
      }
    } onCancel: {
      let sleeper = sleepers.withLock { sleepers -> Sleeper? in
        if let sleeper = sleepers.all.removeValue(forKey: number) { return sleeper }
        sleepers.all[number] = .cancelled
        return nil
      }
      if case .waiting(_, let continuation)? = sleeper { continuation.resume(throwing: CancellationError()) }
    }
  }

  package func wake() {
    let now = clock.now
    let due = sleepers.withLock { sleepers in
      var due: [(due: Double, continuation: CheckedContinuation<Void, any Error>)] = []
      for (number, sleeper) in sleepers.all {
        guard case .waiting(let time, let continuation) = sleeper, time <= now else { continue }
        sleepers.all[number] = nil
        due.append((time, continuation))
      }
      return due
    }
    for sleeper in due.sorted(by: { $0.due < $1.due }) { sleeper.continuation.resume() }
  }
}
