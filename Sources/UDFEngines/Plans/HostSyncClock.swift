import LuaRuntime
import UDFServices
import UDFSync

/// The host's clock for engines; the host's owner wakes sleeping tasks.
package struct HostSyncClock: SyncClock {
  private let clock: any HostClock
  private let day: any WallClock
  private let sleepers: SleepQueue

  package init(clock: any HostClock, day: any WallClock, bell: WakeBell) {
    self.clock = clock
    self.day = day
    sleepers = SleepQueue(clock: clock, bell: bell)
  }

  package var uptime: Double { clock.now }
  package var wall: Double { day.now }
  /// The time when the next task is due; nil if none sleeps.
  package var nextMoment: Double? { sleepers.nextMoment }

  package func sleep(until due: Double) async throws { try await sleepers.sleep(until: due) }

  /// Wakes the tasks that are due.
  package func wake() { sleepers.wake() }
}
