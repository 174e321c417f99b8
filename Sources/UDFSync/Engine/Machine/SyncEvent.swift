import UDF

/// What a ``SyncMachine`` is told.
enum SyncEvent: Sendable {
  /// Who waits for the end of what they asked for.
  typealias Waiter = Int

  typealias Found = (rows: [StoredRow], mutations: [Mutation], letters: [DeadLetter])

  // Asked from above.
  case open(Waiter)
  case pull(Waiter, force: Bool)
  case cancelPull(Waiter)
  case change(LocalChange, Waiter)
  case stop(Waiter)

  // The outcome of the one command to a store that is under way.
  case opened(Result<CacheContents, CacheFailure>)
  case seeded(Result<Seed?, SeedFailure>)
  case found(Result<Found, CacheFailure>)
  /// The conflict policy's answers to the request with this number, by the ids of the mutations.
  case resolved(Int, [Int64: Result<ConflictPolicy.Resolution, SyncFailure>])
  case committed(Result<Int64, CacheFailure>)
  case closed
  /// Somebody who read rows found the cache damaged.
  case damaged(CacheFailure)

  // The outcome of a request, by its number.
  case pulled(Int, Result<PullReply, RemoteFailure>)
  case pushed(Int, Result<PushReply, RemoteFailure>)

  /// What the stream with this number has brought.
  case streamed(Int, Result<LiveReply, RemoteFailure>)

  /// A request has sent or received bytes.
  case progressed(Int, RequestProgress)
  /// The time that was asked for has come; it does no harm if it has not.
  case timer
}
