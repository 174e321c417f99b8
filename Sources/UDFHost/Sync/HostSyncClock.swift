import Platform
import UDF
import UDFServices
import UDFSync

/// Time for engines that goes as the host's does: who sleeps on it is woken by the host's owner.
final class HostSyncClock: SyncClock {
  private enum Sleeper {
    case waiting(due: Double, CheckedContinuation<Void, any Error>)
    /// Before it lay down.
    case cancelled
  }

  private struct Sleepers {
    var all: [Int: Sleeper] = [:]
    var last = 0
  }

  private let clock: any HostClock
  private let day: any WallClock
  private let bell: WakeBell
  private let sleepers = Guarded(Sleepers())

  init(clock: any HostClock, day: any WallClock, bell: WakeBell) {
    self.clock = clock
    self.day = day
    self.bell = bell
  }

  var uptime: Double { clock.now }
  var wall: Double { day.now }

  /// When the next is due, nil if nobody sleeps.
  var nextMoment: Double? {
    sleepers.withLock { sleepers in
      sleepers.all.values.compactMap { if case .waiting(let due, _) = $0 { due } else { nil } }.min()
    }
  }

  func sleep(until due: Double) async throws {
    let number = sleepers.withLock { sleepers in
      sleepers.last += 1
      return sleepers.last
    }
    // What is cancelled as it wakes leaves its mark behind.
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

  /// Wakes those that are due.
  func wake() {
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
