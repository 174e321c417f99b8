/// Where an engine has its time from.
public protocol SyncClock: Sendable {
  /// Seconds since any moment; never goes back, and goes on while the machine sleeps.
  var uptime: Double { get }
  /// Seconds since 1970, which its user may set at any time; no row depends on it.
  var wall: Double { get }
  /// Returns once ``uptime`` has come that far; throws if the task is cancelled meanwhile.
  func sleep(until uptime: Double) async throws
}

extension SyncClock {
  var now: SyncTime { SyncTime(uptime: uptime, wall: wall) }
}
