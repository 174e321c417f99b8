import LuaRuntime
import Platform
import Synchronization

extension AppHost {
  /// Polls the host on its actor, until the program sets ``HostHandle/onWake(_:)``.
  func pollItself(on actor: any Actor) {
    let reference = HostReference(self)
    // Only on the system clock does something become due as time passes.
    let hasTime = configuration.clock is SystemClock
    // Weak, because the actor usually owns the host.
    let timer = PollTimer { [weak actor] timer in
      guard let actor, reference.isAsked.exchange(true, ordering: .acquiringAndReleasing) == false else { return }
      Task { [weak timer] in
        guard timer != nil else { return }
        let seconds = await reference.poll(on: actor)
        if hasTime, let seconds { timer?.set(in: seconds) }
      }
    }
    // Only the bell retains the timer: if the program gives the bell another body, the timer is released.
    bell.onRing { timer.fire() }
    guard hasTime else { return }
    effects.tasks.timers.onEarlier = { [weak timer, clock = configuration.clock] due in
      timer?.set(in: due - clock.now)
    }
  }
}

/// Carries a host to its own actor only.
///
/// Unchecked, because the host is used only on the actor that made it, and the compiler cannot check that.
private final class HostReference: @unchecked Sendable {
  private weak var host: AppHost?
  /// Whether a poll waits for its turn on the actor.
  let isAsked = Atomic(false)

  init(_ host: AppHost) { self.host = host }

  /// Polls the host and returns the seconds until something is due again.
  func poll(on owner: isolated any Actor) -> Double? {
    _ = isAsked.exchange(false, ordering: .acquiringAndReleasing)
    host?.poll()
    return host?.nextDue
  }
}
