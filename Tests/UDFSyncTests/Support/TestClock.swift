import Platform
import UDF

@testable import UDFSync

/// Virtual time that a test advances, with a wall clock that can be set separately.
final class TestClock: SyncClock {
  private struct Sleeper {
    let deadline: Double
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Contents {
    var uptime = 1000.0
    var wall = 1_800_000_000.0
    var lastSleeper = 0
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
  }

  private let contents = Guarded(Contents())

  var uptime: Double { contents.withLock { $0.uptime } }
  var wall: Double { contents.withLock { $0.wall } }

  /// The times at which sleepers wake.
  var deadlines: Set<Double> { contents.withLock { Set($0.sleepers.values.map(\.deadline)) } }

  func sleep(until deadline: Double) async throws {
    let id = contents.withLock { contents in
      contents.lastSleeper += 1
      return contents.lastSleeper
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        contents.withLock { contents in
          if contents.cancelled.contains(id) { return continuation.resume(throwing: CancellationError()) }
          if deadline <= contents.uptime { return continuation.resume() }
          contents.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
        }
      }
    } onCancel: {
      contents.withLock { contents in
        contents.cancelled.insert(id)
        contents.sleepers.removeValue(forKey: id)?.continuation.resume(throwing: CancellationError())
      }
    }
  }

  /// Moves both clocks on and resumes the tasks whose deadline has come. They are resumed without the lock: a task that is cancelled
  /// at the same time holds its own lock while its handler takes this one.
  func advance(_ seconds: Double) {
    let due = contents.withLock { contents in
      contents.uptime += seconds
      contents.wall += seconds
      let due = contents.sleepers.filter { $0.value.deadline <= contents.uptime }
      for id in due.keys { contents.sleepers[id] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in due { continuation.resume() }
  }

  /// Somebody sets the machine's clock.
  func setWall(by seconds: Double) { contents.withLock { $0.wall += seconds } }
}
