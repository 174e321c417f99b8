import UDF

/// Synchronizes the rows of a ``SyncDatabase`` with a server: the app can show the local rows at once, the engine adds
/// the server's changes to them, and it sends local changes as soon as the server can be reached.
///
///     let engine = SyncEngine(SyncCollection("articles", folder: folder, remote: "https://news.example/sync"), core: core)
///     let first = try await engine.first(50)   // from the cache, or the seed
///     let outcome = await engine.pull()        // .changed, .unchanged, .failed("…")
///     var place: DeliveryPlace?
///     while let delivery = try await engine.next(after: place, limit: 1000) {
///       show(delivery)
///       place = delivery.place
///     }
///     try await engine.mutate(.put, RowKey("a1"), body: Array(#"{"id":"a1","title":"Hello"}"#.utf8))
///
/// Every method opens the cache if needed. Several engines can run at once; each needs its own cache.
public actor SyncEngine {
  public nonisolated let database: SyncDatabase
  let options: SyncOptions
  let clock: any SyncClock
  /// By ``SyncCollection/collection``, like `migrations`.
  let seeds: [String: any SeedStore]
  let cache: any CacheStore
  let remote: any RemoteStore
  let migrations: [String: RowMigration]
  nonisolated let board: StatusBoard

  var machine: SyncMachine
  var lane: Task<Void, Never>?
  var overlay: Overlay
  /// For each collection, where the last read that found no rows started and ended.
  var quiet: [String: (start: RowPosition, end: RowPosition)] = [:]
  var requests: [Int: RunningRequest] = [:]
  var timer: Task<Void, Never>?
  /// The running migration of the cache that is being opened.
  var upgrade: Task<Result<CacheContents, CacheFailure>, Never>?
  private var lastWaiter = 0
  var waiters: [Int: CheckedContinuation<SyncCommand.Answer, Never>] = [:]

  /// Makes an engine for one collection that has an address of its own, with the dependencies that the core makes.
  public init(
    _ collection: SyncCollection, core: some SyncCore, options: SyncOptions = SyncOptions(),
    clock: any SyncClock = SystemSyncClock(),
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.init(SyncDatabase(collection), core: core, options: options, clock: clock, random: random)
  }

  /// Makes an engine for the collections, with the dependencies that the core makes. It does not open the cache or send
  /// requests yet.
  ///
  /// `random` spreads retries. Pass a seeded generator to repeat the same times.
  public init(
    _ database: SyncDatabase, core: some SyncCore, options: SyncOptions = SyncOptions(),
    clock: any SyncClock = SystemSyncClock(),
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.database = database
    self.options = options
    self.clock = clock
    func each<Value>(_ make: (SyncCollection) -> Value) -> [String: Value] {
      Dictionary(database.collections.map { ($0.collection, make($0)) }) { $1 }
    }
    seeds = each { core.dependency($0) }
    cache = core.dependency(database)
    remote = core.dependency(database)
    migrations = each { core.dependency($0) }
    let policies: [String: ConflictPolicy] = each { core.dependency($0) }
    machine = SyncMachine(
      database, options: options, needsBases: remote.needsBases, takesAll: remote.takesAll,
      conflict: ConflictPolicy(of: policies), random: random)
    overlay = Overlay(merge: options.merge)
    board = StatusBoard(machine.status)
  }

  deinit {
    for request in requests.values { request.task.cancel() }
  }

  /// Opens the cache, and seeds it the first time. Does not send requests. ``status`` reports failures.
  public func open() async { _ = await request { .open($0) } }

  /// Sends pending mutations and fetches changes, unless the rows were equal to the server's a short time ago
  /// (``SyncOptions/ttl``) and no mutation is pending. With `force`, it always sends a request. Concurrent callers
  /// share one request.
  ///
  /// If the remote offers a stream, the engine then opens it and receives further changes until the engine stops.
  ///
  /// Cancelling the task ends the wait, and also the request if no other caller needs it. A failure is returned at
  /// once. The engine then retries by itself where a retry can succeed.
  @discardableResult
  public func pull(force: Bool = false) async -> PullOutcome {
    let waiter = nextWaiter()
    let answer = await withTaskCancellationHandler {
      await wait(waiter, for: .pull(waiter, force: force))
    } onCancel: {
      Task { await self.receive(.cancelPull(waiter)) }
    }
    guard case .pulled(let outcome) = answer else { return .cancelled }
    return outcome
  }

  /// Changes a row locally at once, and on the server as soon as it can be reached. Returns the mutation's
  /// ``Mutation/id``.
  ///
  /// Returns when the change is durable. `body` is one JSON object in UTF-8, nil for a deletion. Throws if the body is
  /// invalid or the cache cannot be written; then nothing has changed.
  @discardableResult
  public func mutate(
    _ operation: Mutation.Operation, _ key: RowKey, body: [UInt8]? = nil
  ) async throws(SyncFailure) -> Int64 {
    try await mutate(OneOrMore(Mutation.Part(operation, key, body: body)))
  }

  /// Changes several rows as one mutation, as ``mutate(_:_:body:)`` changes one row: all changes are made in this
  /// order, or none, both locally and on the server. Returns the mutation's ``Mutation/id``.
  ///
  ///     let hello = Mutation.Part(.put, RowKey("a1"), body: Array(#"{"id":"a1","title":"Hello"}"#.utf8))
  ///     try await engine.mutate(OneOrMore(hello, [Mutation.Part(.delete, RowKey("a2"))]))
  ///
  /// Also throws if there are more than ``Mutation/mostParts`` parts, or if the server is known not to support
  /// mutations of several rows. If this becomes known later, the mutation becomes a dead letter with the code `all`.
  @discardableResult
  public func mutate(_ parts: OneOrMore<Mutation.Part>) async throws(SyncFailure) -> Int64 {
    try await change(.mutate(parts))
  }

  /// Removes all rows; the next pull fetches everything. With `outbox`, as for a logout, it also removes pending
  /// mutations and dead letters.
  ///
  /// Cancels a running pull and discards its results.
  public func reset(outbox: Bool = false) async throws(SyncFailure) { _ = try await change(.reset(outbox: outbox)) }

  /// Changes the parameters of a collection: from now on the engine delivers only matching rows, and fetches those that
  /// are missing.
  ///
  /// Returns when the change is durable; matching rows of the cache are delivered at once. Mutations stay, and a row
  /// with a pending mutation is delivered even if it does not match. Throws if the cache cannot be written.
  ///
  ///     try await engine.setFilter(["category": "veg"])
  public func setFilter(_ filter: RowFilter, of collection: String = "") async throws(SyncFailure) {
    _ = try await change(.filter(filter, of: collection))
  }

  /// Returns the first `limit` mutations, of one collection or of all, that are in the outbox: the server has not made
  /// them, or no pull has shown their outcome yet.
  public func pending(limit: Int = .max, of collection: String? = nil) -> [PendingMutation] {
    guard let outbox = machine.contents?.outbox else { return [] }
    guard let collection, database.isNamed else { return Array(outbox.prefix(limit)) }
    return Array(outbox.lazy.filter { $0.parts.collections.contains(collection) }.prefix(limit))
  }

  /// Seconds since the rows were last known to equal the server's; nil: never, or the cache is not open.
  public var age: Double? {
    receiveProgress()
    return machine.lastEqualAt.map { max(0, clock.now.uptime - $0) }
  }

  /// The present status of the engine.
  public var status: SyncStatus {
    var machine = machine
    machine.now = clock.now
    return machine.status
  }

  /// The last published status, readable from any thread. It is at least as recent as the last element of ``statuses``.
  public nonisolated var lastStatus: SyncStatus { board.present }

  /// A stream of the present status and each change of it, until the engine stops. If a reader is a hundred elements
  /// behind, it misses the oldest ones.
  public nonisolated var statuses: AsyncStream<SyncStatus> { board.statuses }

  /// Ends requests and timers, and closes the cache. Pending and later calls fail or return that they were cancelled.
  public func stop() async {
    upgrade?.cancel()
    _ = await request { .stop($0) }
    await lane?.value
    board.end()
  }

  func change(_ change: LocalChange) async throws(SyncFailure) -> Int64 {
    switch await request({ .change(change, $0) }) {
    case .done(let id): return id
    case .failed(let failure): throw failure
    case .pulled: return 0
    }
  }

  private func request(_ event: (Int) -> SyncEvent) async -> SyncCommand.Answer {
    let waiter = nextWaiter()
    return await wait(waiter, for: event(waiter))
  }

  private func nextWaiter() -> Int {
    lastWaiter += 1
    return lastWaiter
  }

  private func wait(_ waiter: Int, for event: SyncEvent) async -> SyncCommand.Answer {
    await withCheckedContinuation { continuation in
      waiters[waiter] = continuation
      receive(event)
    }
  }
}
