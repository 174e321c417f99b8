import UDF

/// A command of a ``SyncMachine``. The engine performs commands in their order.
enum SyncCommand: Sendable, Hashable {
  // Commands to a store. The machine issues the next one after it has received the outcome of the last one.
  case open
  case quarantine
  case seed
  /// Reads rows, mutations and dead letters with their bodies, and rows that mention one of these keys.
  case find([RowKey], mutations: [Int64], letters: [Int64], mentioning: [RowKey])
  case commit(CacheWrite)
  case close
  /// Asks the conflict policy. ``cancel(_:)`` with this number ends the request.
  case resolve(Int, [Conflict])

  // Commands to the server. At most one of them is running.
  case pull(Int, PullRequest)
  case push(Int, PushBatch)
  /// Opens a stream of live pages and reads the first page. At most one stream is open.
  case live(Int, PullRequest)
  /// Reads the next page of the stream.
  case next(Int)
  /// Cancels this request, because its answer is not needed any more.
  case cancel(Int)

  /// Sends ``SyncEvent/timer`` at this uptime and replaces the former timer; nil: no timer.
  case wake(at: Double?)
  case finish(SyncEvent.Waiter, Answer)
  case publish(SyncStatus)

  /// The answer to a waiter.
  enum Answer: Sendable, Hashable {
    case pulled(PullOutcome)
    /// With the id of the new mutation, if the change made one.
    case done(Int64)
    case failed(SyncFailure)
  }
}
