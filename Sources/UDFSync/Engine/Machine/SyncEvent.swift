import UDF

/// An event that a ``SyncMachine`` receives.
enum SyncEvent: Sendable {
  /// Identifies a caller that waits for the end of its request.
  typealias Waiter = Int

  typealias Found = (rows: [StoredRow], mutations: [Mutation], letters: [DeadLetter], mentioning: [StoredRow])

  // Requests of the app.
  case open(Waiter)
  case pull(Waiter, force: Bool)
  case cancelPull(Waiter)
  case change(LocalChange, Waiter)
  case stop(Waiter)

  // The outcome of the one store command that is running.
  case opened(Result<CacheContents, CacheFailure>)
  case seeded(Result<Seed?, SeedFailure>)
  case found(Result<Found, CacheFailure>)
  /// The conflict policy's answers to the request with this number.
  case resolved(Int, Rebase.Answers)
  case committed(Result<Int64, CacheFailure>)
  case closed
  /// A reader of rows found the cache damaged.
  case damaged(CacheFailure)

  // The outcome of the request with this number.
  case pulled(Int, Result<PullReply, RemoteFailure>)
  case pushed(Int, Result<PushReply, RemoteFailure>)

  /// A page of the stream with this number, or its end.
  case streamed(Int, Result<LiveReply, RemoteFailure>)

  /// A request has sent or received bytes.
  case progressed(Int, RequestProgress)
  /// The requested time has come. An early timer is harmless.
  case timer
}
