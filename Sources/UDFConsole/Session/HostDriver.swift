import Dispatch
import Platform
import UDFCommands
import UDFHost

/// Runs a host on the main queue: due timers, messages from other threads, saved files.
@MainActor
final class HostDriver {
  let host: AppHost
  let activity: Activity
  /// Called after each turn.
  var afterTurn: () -> Void = {}
  private var timer: DispatchSourceTimer?

  init(_ host: AppHost) {
    self.host = host
    activity = Activity(host.handle)
  }

  func start() {
    host.handle.onWake { [weak self] in MainQueue.async { self?.turn() } }
    turn()
  }

  func turn() {
    activity.during { host.poll() }
    schedule()
    afterTurn()
  }

  /// Schedules the next turn. Call this whenever a script may have started a timer.
  func schedule() {
    timer?.cancel()
    timer = nil
    guard let seconds = host.nextDue else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + max(0, seconds), leeway: .milliseconds(1))
    timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.turn() } }
    timer.activate()
    self.timer = timer
  }
}
