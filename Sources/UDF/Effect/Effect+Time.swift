// Time comes from a clock that the feature passes, so that a test can control it.
extension Effect {
  /// Sends an action after each interval until it is cancelled.
  ///
  ///     case .started: return .timer(every: .seconds(1), clock: clock) { .ticked }.cancellable(id: "timer")
  ///     case .stopped: return .cancel(id: "timer")
  ///
  /// The times are relative to the start, so a late tick does not delay later ones.
  public static func timer<C: Clock<Duration>>(
    every interval: Duration, clock: C, _ action: @escaping @Sendable () -> Action
  ) -> Effect where Action: Sendable {
    .run { send in
      var next = clock.now
      while true {
        next = next.advanced(by: interval)
        try await clock.sleep(until: next, tolerance: nil)
        send(action())
      }
    }
  }

  /// Waits for a duration. In a ``concatenate(_:)`` it delays the next effect.
  ///
  ///     return .concatenate([.sleep(for: .seconds(1), clock: clock), .send(.tick)])
  public static func sleep(for duration: Duration, clock: some Clock<Duration>) -> Effect {
    .run { _ in try await clock.sleep(for: duration) }
  }

  /// Starts this effect after a duration without another request for the same id, which cancels the earlier effect.
  ///
  ///     case .queryChanged(let text):
  ///       return search(text).debounced(id: "search", for: .milliseconds(300), clock: clock)
  public func debounced(id: some Hashable, for duration: Duration, clock: some Clock<Duration>) -> Effect {
    .concatenate([.sleep(for: duration, clock: clock), self]).cancellable(id: id, cancelInFlight: true)
  }

  /// Starts this effect at once, unless one with the same id has started within the duration. With `latest`, the last
  /// dropped effect starts at the end of the duration.
  ///
  ///     case .scrolled(let row): return prefetch(row).throttled(id: "prefetch", for: .seconds(1), clock: clock)
  public func throttled(
    id: some Hashable, for duration: Duration, clock: some Clock<Duration>, latest: Bool = true
  ) -> Effect {
    .throttled(self, id: EffectID(id), latest: latest, ThrottleWindow(duration, clock))
  }

  /// Repeats the work of this effect when it throws, at most `count` times. The last error is thrown. With `doubling`, each
  /// pause is twice as long as the previous one.
  ///
  ///     return .run { send in send(.loaded(try await service.users())) }
  ///       .retrying(3, after: .seconds(1), doubling: true, clock: clock)
  ///
  /// Actions that the work sent before it threw stay sent. Work that handles its own errors, like that of
  /// ``run(_:catch:)`` and ``attempt(_:then:)``, never throws: `handler` receives the last error instead.
  public func retrying(
    _ count: Int, after pause: Duration, doubling: Bool = false, clock: some Clock<Duration>,
    catch handler: (@Sendable (any Error, Send<Action>) async -> Void)? = nil
  ) -> Effect {
    mapWork { work in
      { send in
        var pause = pause
        for attempt in 0... {
          do {
            return try await work(send)
          } catch {
            try Task.checkCancellation()
            if attempt >= count {
              guard let handler else { throw error }
              return await handler(error, send)
            }
          }
          try await clock.sleep(for: pause)
          if doubling { pause *= 2 }
        }
      }
    }
  }

  /// Cancels this effect after a duration, and sends the action instead.
  ///
  ///     return load(user).timeout(.seconds(10), clock: clock, .failed("no answer"))
  public func timeout(_ duration: Duration, clock: some Clock<Duration>, _ action: Action) -> Effect {
    // These ids are unique.
    let (work, timer) = (EffectID(UniqueID()), EffectID(UniqueID()))
    return .merge([
      .concatenate([.cancellable(self, id: work, cancelInFlight: false), .cancel(timer)]),
      // Cancelling the timer also cancels the effects after it in the sequence.
      .cancellable(
        .concatenate([.sleep(for: duration, clock: clock), .send(action), .cancel(work)]), id: timer,
        cancelInFlight: false),
    ])
  }
}

/// An id that is equal only to itself.
private final class UniqueID: Hashable, Sendable {
  static func == (left: UniqueID, right: UniqueID) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
