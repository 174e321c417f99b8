import Dispatch
import Platform
import Synchronization

/// Tells a host's owner, from any thread, that there is something to do.
public final class WakeBell: Sendable {
  private let body = Guarded<(@Sendable () -> Void)?>(nil)
  private let semaphore = DispatchSemaphore(value: 0)
  private let rings = Atomic(false)

  public init() {}

  package func onRing(_ body: @escaping @Sendable () -> Void) { self.body.withLock { $0 = body } }

  package func ring() {
    rings.store(true, ordering: .releasing)
    semaphore.signal()
    body.withLock { $0 }?()
  }

  /// Whether it has rung since this was last asked. What another thread leaves for the owner is there before it rings.
  package func hasRung() -> Bool { rings.load(ordering: .relaxed) && rings.exchange(false, ordering: .acquiring) }

  /// Returns after `seconds`, or when it rings, or because it has rung since the last time; false if it has not rung.
  @discardableResult package func wait(seconds: Double) -> Bool {
    semaphore.wait(timeout: .now() + max(0, min(seconds, 3600))) == .success
  }
}
