import Synchronization

/// A clock that stands still until it is advanced; for tests and replays.
///
///     let clock = ManualClock()
///     clock.advance(by: 0.5)
public final class ManualClock: HostClock {
  private let time = Atomic(0.0)

  public init() {}

  public var now: Double { time.load(ordering: .acquiring) }

  public func advance(by seconds: Double) { change { ($0 + seconds).wholeNanoseconds } }

  /// Advances to the deadline at once instead of waiting.
  public func wait(until deadline: Double, bell: WakeBell) { change { max($0, deadline) } }

  private func change(_ body: (Double) -> Double) {
    var (isChanged, old) = (false, now)
    while !isChanged {
      (isChanged, old) = time.weakCompareExchange(expected: old, desired: body(old), ordering: .acquiringAndReleasing)
    }
  }
}
