import Platform

/// Records when a request sends and receives bytes, from any thread. The engine ends a request that makes no progress.
public final class RemoteProgress: Sendable {
  private let clock: any SyncClock
  private let times = Guarded<RequestProgress?>(nil)

  /// Makes a record with the times of this clock.
  public init(clock: any SyncClock = SystemSyncClock()) { self.clock = clock }

  /// Records that bytes were sent or received now.
  public func note() {
    let now = clock.uptime
    times.withLock { $0 = RequestProgress(first: $0?.first ?? now, last: now) }
  }

  /// The recorded times; nil if there are none.
  var noted: RequestProgress? { times.withLock { $0 } }
}
