import UDF

/// Keeps a collection's rows here and on a server in step: what is here is shown at once, what the server has changed comes
/// after it, and what is changed here goes to the server as soon as it can be reached.
///
///     let engine = SyncEngine(SyncCollection("articles", folder: folder, remote: "https://news.example/sync"), core: core)
///     let first = try await engine.first(50)   // from the cache, or the seed
///     let outcome = await engine.pull()        // .changed, .unchanged, .failed("…")
///     var place: DeliveryPlace?
///     while let delivery = try await engine.next(after: place, limit: 1000) {
///       show(delivery)
///       place = delivery.place
///     }
///     try await engine.mutate(.put, EntityKey("a1"), body: Array(#"{"id":"a1","title":"Hello"}"#.utf8))
///
/// Everything opens the cache by itself. Several engines live side by side; each needs a cache of its own.
public actor SyncEngine {
  public nonisolated let collection: SyncCollection
  let options: SyncOptions
  let clock: any SyncClock
  let seeds: any SeedStore
  let cache: any CacheStore
  let remote: any RemoteStore
  let migration: RowMigration
  nonisolated let board: StatusBoard

  var machine: SyncMachine
  var lane: Task<Void, Never>?
  var overlay: Overlay
  var requests: [Int: RunningRequest] = [:]
  var timer: Task<Void, Never>?
  /// Migrates the rows of the cache that is being opened.
  var upgrade: Task<Result<CacheContents, CacheFailure>, Never>?
  private var lastWaiter = 0
  var waiters: [Int: CheckedContinuation<SyncCommand.Answer, Never>] = [:]

  /// An engine over what a core makes for the collection. Nothing is opened or asked yet.
  ///
  /// `random` spreads retries; hand in a seeded one for the same times again.
  public init(
    _ collection: SyncCollection, core: some SyncCore, options: SyncOptions = SyncOptions(),
    clock: any SyncClock = SystemSyncClock(),
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.collection = collection
    self.options = options
    self.clock = clock
    seeds = core.dependency(collection)
    cache = core.dependency(collection)
    remote = core.dependency(collection)
    migration = core.dependency(collection)
    machine = SyncMachine(
      collection, options: options, needsBases: remote.needsBases, conflict: core.dependency(collection),
      random: random)
    overlay = Overlay(merge: options.merge)
    board = StatusBoard(machine.status)
  }

  deinit {
    for request in requests.values { request.task.cancel() }
  }

  /// Opens the cache, and seeds it if it never was; does not ask the server. What goes wrong is told by ``status``.
  public func open() async { _ = await ask { .open($0) } }

  /// Pushes what waits and fetches what has changed, unless the rows were equal to the server's a short time ago
  /// (``SyncOptions/ttl``) and nothing waits; `force` asks in any case. Whoever asks meanwhile shares the one request.
  ///
  /// If the remote offers a stream, it is opened afterwards and brings what changes from then on, until the engine is stopped.
  ///
  /// Cancelling the task ends the wait, and the request if nobody else needs it. A failure is told at once; what can be tried
  /// again is, with or without somebody waiting.
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

  /// Changes a row, here at once and on the server as soon as it can be reached; returns the mutation's ``Mutation/id``.
  ///
  /// Returns when the change is durable. `body` is one JSON object in UTF-8, none for a deletion. Throws if it is not, or if the
  /// cache cannot be written; nothing has changed then.
  @discardableResult
  public func mutate(
    _ operation: Mutation.Operation, _ key: EntityKey, body: [UInt8]? = nil
  ) async throws(SyncFailure) -> Int64 {
    try await change(.mutate(operation, key, body: body))
  }

  /// Clears all rows; the next pull fetches everything. With `outbox`, as for a logout, also what waits and the dead letters.
  ///
  /// A pull that is under way is cancelled, and brings nothing back.
  public func reset(outbox: Bool = false) async throws(SyncFailure) { _ = try await change(.reset(outbox: outbox)) }

  /// Mutations that wait for the server, or for the pull that shows what came of them: the first `limit`.
  public func pending(limit: Int = .max) -> [PendingMutation] {
    machine.contents.map { Array($0.outbox.prefix(limit)) } ?? []
  }

  /// Seconds since rows and server were last known to be equal; nil: never, or the cache is not open.
  public var age: Double? {
    receiveProgress()
    return machine.lastEqualAt.map { max(0, clock.now.uptime - $0) }
  }

  /// How far it is.
  public var status: SyncStatus {
    var machine = machine
    machine.now = clock.now
    return machine.status
  }

  /// The status that was told last, from any thread; what ``statuses`` has told later than this is in it.
  public nonisolated var lastStatus: SyncStatus { board.present }

  /// The present status, then each change, until the engine is stopped. Of a listener that is a hundred behind, the oldest are
  /// left out.
  public nonisolated var statuses: AsyncStream<SyncStatus> { board.statuses }

  /// Ends requests and timers, and closes the cache. Whoever waits is told; what is asked later is not done.
  public func stop() async {
    upgrade?.cancel()
    _ = await ask { .stop($0) }
    await lane?.value
    board.end()
  }

  func change(_ change: LocalChange) async throws(SyncFailure) -> Int64 {
    switch await ask({ .change(change, $0) }) {
    case .done(let id): return id
    case .failed(let failure): throw failure
    case .pulled: return 0
    }
  }

  private func ask(_ event: (Int) -> SyncEvent) async -> SyncCommand.Answer {
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
