import Platform

/// Notes when a request sends and receives bytes, on any thread: the engine ends a request that no longer does.
public final class RemoteProgress: Sendable {
  private let clock: any SyncClock
  private let times = Guarded<RequestProgress?>(nil)

  /// Notes times of this clock.
  public init(clock: any SyncClock = SystemSyncClock()) { self.clock = clock }

  /// Notes that bytes were sent or received just now.
  public func note() {
    let now = clock.uptime
    times.withLock { $0 = RequestProgress(first: $0?.first ?? now, last: now) }
  }

  /// What was noted so far; nil if nothing was.
  var noted: RequestProgress? { times.withLock { $0 } }
}
