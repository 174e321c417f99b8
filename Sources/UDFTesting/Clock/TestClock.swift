import IssueReporting
import Platform
import UDF

/// A clock whose time changes only when a test advances it.
///
///     let clock = TestClock()
///     store.send(.start)
///     await clock.advance(by: .seconds(5))   // a timer of one second fires five times
///     print(clock.now.offset)                // 5.0 seconds
///     await store.receive(.tick)
///
/// A feature gets its clock as `any Clock<Duration>` or as a generic parameter.
public final class TestClock: Clock, Sendable {
  /// A point in time, relative to the creation of the clock.
  public struct Instant: InstantProtocol {
    /// The duration since the creation of the clock.
    public var offset: Duration = .zero

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let pump: EffectPump?
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Contents {
    var now = Instant() { didSet { if now > oldValue { pastSleeps = 0 } } }
    /// The number of sleeps at the present time that had nothing to wait for.
    var pastSleeps = 0
    var nextID = 0
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var watchers: [Int: (count: Int, continuation: CheckedContinuation<Bool, Never>)] = [:]
    /// The executors of the test stores whose effects have slept on this clock.
    var pumps: [EffectPump] = []

    mutating func id() -> Int {
      nextID += 1
      return nextID
    }

    /// Removes the sleeper with the earliest deadline, if that is not after `end`, and sets the time to this deadline.
    mutating func wakeNext(until end: Instant) -> Sleeper? {
      guard let next = sleepers.min(by: { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }),
        next.value.deadline <= end
      else { return nil }
      now = max(now, next.value.deadline)
      return sleepers.removeValue(forKey: next.key)
    }

    mutating func notifyWatchers() {
      for (id, watcher) in watchers where watcher.count <= sleepers.count {
        watchers[id] = nil
        watcher.continuation.resume(returning: true)
      }
    }
  }

  private let contents = Guarded(Contents())
  private static let pastSleepLimit = 10_000

  /// Makes a clock at time zero.
  public init() {}

  public var now: Instant { contents.withLock { $0.now } }
  public var minimumResolution: Duration { .zero }

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = contents.withLock { $0.id() }
    let pump = CurrentEffect.pump
    defer { contents.withLock { _ = $0.cancelled.remove(id) } }
    if contents.withLock({ $0.pastSleeps == Self.pastSleepLimit }) {
      reportIssue(
        """
        \(CurrentEffect.action.map { "An effect of \($0)" } ?? "A task") has slept \(Self.pastSleepLimit) times for no time, and was \
        cancelled
          To fix this, let it sleep for more than zero.
        """)
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        contents.withLock { contents in
          if contents.cancelled.contains(id) { return continuation.resume(throwing: CancellationError()) }
          if deadline <= contents.now {
            contents.pastSleeps += 1
            if contents.pastSleeps > Self.pastSleepLimit { return continuation.resume(throwing: CancellationError()) }
            return continuation.resume()
          }
          if let pump, !contents.pumps.contains(where: { $0 === pump }) { contents.pumps.append(pump) }
          contents.sleepers[id] = Sleeper(deadline: deadline, pump: pump, continuation: continuation)
          contents.notifyWatchers()
        }
      }
    } onCancel: {
      contents.withLock { contents in
        contents.cancelled.insert(id)
        contents.sleepers.removeValue(forKey: id)?.continuation.resume(throwing: CancellationError())
      }
    }
  }

  /// Advances the time from one deadline to the next, and wakes each sleeper at its deadline. Before each step, the
  /// effects of test stores run until they sleep, wait or end, and the store reduces their actions. So a timer of one
  /// second fires five times in five seconds, and an effect that starts at a tick starts at the time of that tick.
  /// Services of the main actor that effects call get time to return.
  ///
  /// Other tasks get a short time to sleep again. If this is not sufficient, wait for
  /// ``asleep(_:patience:fileID:filePath:line:column:)``.
  public func advance(by duration: Duration, isolation: isolated (any Actor)? = #isolation) async {
    let end = now.advanced(by: duration)
    await runEffects()
    while let sleeper = contents.withLock({ $0.wakeNext(until: end) }) {
      let ids = contents.withLock { $0.nextID }
      sleeper.continuation.resume()
      await runEffects()
      if sleeper.pump == nil { await pause { contents.withLock { $0.nextID > ids } } }
    }
    contents.withLock { $0.now = max($0.now, end) }
  }

  /// Runs the effects of test stores until they sleep, wait or end. An effect may call a service of the main actor, where
  /// the test usually runs; so other code of that actor gets some turns, until no effect continues.
  private func runEffects(isolation: isolated (any Actor)? = #isolation) async {
    var (turns, before) = (0, -1)
    while turns < 20 {
      let pumps = contents.withLock { $0.pumps }
      for pump in pumps { await pump.runAll() }
      let present = pumps.reduce(contents.withLock { $0.nextID }) { $0 + $1.started }
      (turns, before) = (present == before ? turns + 1 : 0, present)
      await Task.yield()
    }
  }

  /// Lets other tasks run until `isEnough` returns true, for some milliseconds at most.
  private func pause(isolation: isolated (any Actor)? = #isolation, until isEnough: () -> Bool) async {
    for turn in 0..<70 where !isEnough() {
      if turn < 50 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    }
  }

  /// Waits until at least `count` tasks sleep. Fails the test if this takes longer than `patience` in real time.
  ///
  ///     let waiting = Task { try await clock.sleep(for: .seconds(1)) }
  ///     await clock.asleep(1)
  ///     await clock.advance(by: .seconds(1))
  public func asleep(
    _ count: Int, patience: Duration = .seconds(20), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async {
    let id = contents.withLock { $0.id() }
    var watchdog: Task<Void, any Error>?
    defer { watchdog?.cancel() }
    let isAsleep = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
        contents.withLock { contents in
          if contents.sleepers.count >= count || Task.isCancelled { return continuation.resume(returning: true) }
          contents.watchers[id] = (count, continuation)
        }
        // Started after the watcher is registered: an earlier timeout would find no watcher to end.
        watchdog = Task {
          try await Task.sleep(for: patience)
          giveUp(id)
        }
      }
    } onCancel: {
      giveUp(id)
    }
    guard !isAsleep, !Task.isCancelled else { return }
    TestPlace(fileID: fileID, filePath: filePath, line: line, column: column).fail(
      """
      \(count) expected to be asleep on the clock, but \(contents.withLock { $0.sleepers.count }) are
        To fix this, correct the effect that should sleep, or expect fewer.
      """)
  }

  private func giveUp(_ watcher: Int) {
    contents.withLock { $0.watchers.removeValue(forKey: watcher)?.continuation.resume(returning: false) }
  }
}
