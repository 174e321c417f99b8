import Platform
import UDF

/// Time that stands still until a test moves it.
///
///     let clock = TestClock()
///     store.send(.start)
///     await clock.asleep(1)            // the effect has come to its sleep
///     clock.advance(by: .seconds(1))   // and wakes
///     await store.receive(.tick)
///
/// A feature gets its time as `any Clock<Duration>`, or as a generic clock, and never learns which one it is.
public final class TestClock: Clock, Sendable {
  /// A point in time, counted from when the clock was made.
  public struct Instant: InstantProtocol {
    /// How long after the beginning.
    public var offset: Duration = .zero

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Contents {
    var now = Instant()
    var nextSleeper = 0
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let contents = Guarded(Contents())

  /// A clock that stands at its beginning.
  public init() {}

  public var now: Instant { contents.withLock { $0.now } }
  public var minimumResolution: Duration { .zero }

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = contents.withLock { contents in
      contents.nextSleeper += 1
      return contents.nextSleeper
    }
    defer { contents.withLock { _ = $0.cancelled.remove(id) } }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        contents.withLock { contents in
          if contents.cancelled.contains(id) { return continuation.resume(throwing: CancellationError()) }
          if deadline <= contents.now { return continuation.resume() }
          contents.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          let count = contents.sleepers.count
          for watcher in contents.watchers where watcher.count <= count { watcher.continuation.resume() }
          contents.watchers.removeAll { $0.count <= count }
        }
      }
    } onCancel: {
      contents.withLock { contents in
        contents.cancelled.insert(id)
        contents.sleepers.removeValue(forKey: id)?.continuation.resume(throwing: CancellationError())
      }
    }
  }

  /// Moves time on at once and wakes everyone whose time has come, in order. Who then sleeps again sleeps from the new time.
  public func advance(by duration: Duration) {
    let due = contents.withLock { contents in
      contents.now = contents.now.advanced(by: duration)
      let now = contents.now
      let due = contents.sleepers.filter { $0.value.deadline <= now }
        .sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
      for (id, _) in due { contents.sleepers[id] = nil }
      return due.map(\.value.continuation)
    }
    for continuation in due { continuation.resume() }
  }

  /// Returns once at least that many are asleep.
  public func asleep(_ count: Int) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      contents.withLock { contents in
        if contents.sleepers.count >= count { return continuation.resume() }
        contents.watchers.append((count, continuation))
      }
    }
  }
}
