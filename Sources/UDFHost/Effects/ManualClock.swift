import UDF

/// A clock that stands still until it is told to go on; for tests and replays.
///
///     let clock = ManualClock()
///     clock.advance(by: 0.5)
public final class ManualClock: HostClock {
  private let time = Guarded(0.0)

  public init() {}

  public var now: Double { time.withLock { $0 } }

  public func advance(by seconds: Double) { time.withLock { $0 = ($0 + seconds).wholeNanoseconds } }

  /// Nobody waits on this clock: it is then the deadline.
  public func wait(until deadline: Double, bell: WakeBell) {
    time.withLock { $0 = max($0, deadline) }
  }
}
