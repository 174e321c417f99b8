import LuaRuntime
import Platform

/// A time of day that is what it is set to, and goes on only with a clock that it is given.
///
///     let clock = SettableClock(1_700_000_000)
///     clock.set(clock.now + 60)
public final class SettableClock: WallClock {
  /// What `clock` must be added to.
  private let offset: Guarded<Double>
  private let clock: any HostClock

  /// - Parameter clock: with the host's own, the time of day goes on as `cx.sleep` does.
  public init(_ seconds: Double = 0, going clock: any HostClock = ManualClock()) {
    offset = Guarded(seconds - clock.now)
    self.clock = clock
  }

  public var now: Double { offset.withLock { $0 } + clock.now }

  public func set(_ seconds: Double) { offset.withLock { $0 = seconds - clock.now } }
}
