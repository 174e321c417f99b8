import Platform

/// The system's time of day.
public struct SystemWallClock: WallClock {
  public init() {}

  public var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
