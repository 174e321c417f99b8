/// The source of an engine's times.
public protocol SyncClock: Sendable {
  /// Seconds since an arbitrary moment. It never decreases, and it continues while the machine sleeps.
  var uptime: Double { get }
  /// Seconds since 1970. The user can change this clock, so no row depends on it.
  var wall: Double { get }
  /// Returns when ``uptime`` reaches a value. Throws if the task is cancelled.
  func sleep(until uptime: Double) async throws
}

extension SyncClock {
  var now: SyncTime { SyncTime(uptime: uptime, wall: wall) }
}
