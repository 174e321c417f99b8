import Synchronization

@testable import UDFHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Interrupts a host from a thread of its own. Nothing happens while no script runs, so it asks until it is stopped.
///
/// A thread, because a test that waits for it holds one of the few that tasks run on.
final class Interrupter: Sendable {
  private let isStopped = Atomic(false)

  init(_ handle: HostHandle) {
    _ = BackgroundThread.start { [self] in
      while !isStopped.load(ordering: .relaxed) {
        handle.interrupt()
        sched_yield()
      }
    }
  }

  func stop() { isStopped.store(true, ordering: .relaxed) }
}
