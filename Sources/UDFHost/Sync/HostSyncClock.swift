import LuaRuntime
import UDFServices
import UDFSync

/// The host's clock for engines; the host's owner wakes sleeping tasks.
struct HostSyncClock: SyncClock {
  private let clock: any HostClock
  private let day: any WallClock
  private let sleepers: SleepQueue

  init(clock: any HostClock, day: any WallClock, bell: WakeBell) {
    self.clock = clock
    self.day = day
    sleepers = SleepQueue(clock: clock, bell: bell)
  }

  var uptime: Double { clock.now }
  var wall: Double { day.now }
  /// The time when the next task is due; nil if none sleeps.
  var nextMoment: Double? { sleepers.nextMoment }

  func sleep(until due: Double) async throws { try await sleepers.sleep(until: due) }

  /// Wakes the tasks that are due.
  func wake() { sleepers.wake() }
}
