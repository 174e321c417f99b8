import LuaRuntime
import Platform

/// A settable time of day, which advances only with the given clock.
///
///     let clock = SettableClock(1_700_000_000)
///     clock.set(clock.now + 60)
public final class SettableClock: WallClock {
  /// The time of day minus the time of `clock`.
  private let offset: Guarded<Double>
  private let clock: any HostClock

  /// - Parameters:
  ///   - seconds: the time of day at the beginning, in seconds since 1970.
  ///   - clock: the clock that advances the time. With the app host's clock, the time advances with `cx.sleep`.
  public init(_ seconds: Double = 0, going clock: any HostClock = ManualClock()) {
    offset = Guarded(seconds - clock.now)
    self.clock = clock
  }

  public var now: Double { offset.withLock { $0 } + clock.now }

  public func set(_ seconds: Double) { offset.withLock { $0 = seconds - clock.now } }
}
