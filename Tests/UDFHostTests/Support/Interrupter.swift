import Platform
import UDF

@testable import UDFHost

/// Interrupts a host from another thread. An interrupt has no effect while no script runs, so it repeats until it is stopped.
///
/// A thread, because a test that waits for it holds one of the few that tasks run on.
final class Interrupter: Sendable {
  private let isStopped = Guarded(false)

  init(_ handle: HostHandle) {
    _ = BackgroundThread.start { [self] in
      while interrupt(handle) { sched_yield() }
    }
  }

  private func interrupt(_ handle: HostHandle) -> Bool {
    isStopped.withLock { isStopped in
      if !isStopped { handle.interrupt() }
      return !isStopped
    }
  }

  /// When it returns, nothing is interrupted any more: what runs next is not to be.
  func stop() { isStopped.withLock { $0 = true } }
}
