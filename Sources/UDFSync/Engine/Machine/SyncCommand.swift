import UDF

/// What a ``SyncMachine`` wants done, in this order.
enum SyncCommand: Sendable, Hashable {
  // To a store; the next one comes only when the machine has been told of the last one's outcome.
  case open
  case quarantine
  case seed
  /// Reads rows, and mutations and dead letters with their bodies.
  case find([EntityKey], mutations: [Int64], letters: [Int64])
  case commit(CacheWrite)
  case close
  /// Asks the conflict policy; ``cancel(_:)`` ends the request with this number.
  case resolve(Int, [Conflict])

  // To the server; at most one is under way.
  case pull(Int, PullRequest)
  case push(Int, PushBatch)
  /// Opens a stream of live pages and reads the first; at most one stream is open.
  case live(Int, PullRequest)
  /// Reads the next page of the stream.
  case next(Int)
  /// Nobody listens to this request any more.
  case cancel(Int)

  /// Send ``SyncEvent/timer`` at this uptime, and at no other; nil: not at all.
  case wake(at: Double?)
  case finish(SyncEvent.Waiter, Answer)
  case publish(SyncStatus)

  /// What a waiter is told.
  enum Answer: Sendable, Hashable {
    case pulled(PullOutcome)
    /// With the id, where a mutation was asked for.
    case done(Int64)
    case failed(SyncFailure)
  }
}
