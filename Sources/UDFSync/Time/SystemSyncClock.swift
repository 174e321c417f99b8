import Platform

/// The clocks of this machine.
public struct SystemSyncClock: SyncClock {
  public init() {}

  public var uptime: Double {
    // Both systems have a monotonic clock that counts the time asleep, under different names.
    #if os(Linux)
      seconds(CLOCK_BOOTTIME)
    #else
      seconds(CLOCK_MONOTONIC)
    #endif
  }

  public var wall: Double { seconds(CLOCK_REALTIME) }

  public func sleep(until uptime: Double) async throws {
    try await Task.sleep(for: .seconds(max(0, uptime - self.uptime)))
  }

  private func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
