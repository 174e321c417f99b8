/// The machine's own clock.
public struct SystemClock: HostClock {
  public init() {}

  public var now: Double {
    let elapsed = ContinuousClock.now - SystemClock.start
    return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
  }

  public func wait(until deadline: Double, bell: WakeBell) { bell.wait(seconds: deadline - now) }

  private static let start = ContinuousClock.now
}
