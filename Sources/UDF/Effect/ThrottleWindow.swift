/// The time window after the start of a throttled effect in which no other effect with its id starts.
public struct ThrottleWindow: Sendable {
  /// Opens a window. The returned function gives the remaining duration, which is zero or negative after the end.
  let open: @Sendable () -> @Sendable () -> Duration
  let sleep: @Sendable (Duration) async throws -> Void
}

extension ThrottleWindow {
  init<C: Clock<Duration>>(_ duration: Duration, _ clock: C) {
    open = {
      let end = clock.now.advanced(by: duration)
      return { clock.now.duration(to: end) }
    }
    sleep = { try await clock.sleep(for: $0) }
  }
}
