import Dispatch
import Synchronization

/// Tells a host's owner, from any thread, that there is something to do.
public final class WakeBell: Sendable {
  private let body = Mutex<(@Sendable () -> Void)?>(nil)
  private let semaphore = DispatchSemaphore(value: 0)

  public init() {}

  func onRing(_ body: @escaping @Sendable () -> Void) { self.body.withLock { $0 = body } }

  func ring() {
    semaphore.signal()
    body.withLock { $0 }?()
  }

  /// Returns after `seconds`, or when it rings, or because it has rung since the last time.
  func wait(seconds: Double) {
    _ = semaphore.wait(timeout: .now() + max(0, min(seconds, 3600)))
  }
}
