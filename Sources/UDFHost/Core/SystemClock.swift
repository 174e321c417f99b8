import UDFSync

/// The machine's own clock.
public struct SystemClock: HostClock {
  public init() {}

  // Read around every timed action. `ContinuousClock` has 128 bits and would take as long as the action.
  public var now: Double { SystemSyncClock().uptime - SystemClock.start }

  public func wait(until deadline: Double, bell: WakeBell) { bell.wait(seconds: deadline - now) }

  private static let start = SystemSyncClock().uptime
}
