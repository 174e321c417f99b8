import LuaRuntime
import Platform
import UDF
import UDFEngines
import UDFServices
import UDFSync

/// Connects one sync feature with its engine, on the host's owner: passes requests of the feature to the engine, and
/// sends the events of the engine as actions.
///
/// Keeps the feature's place in the rows. The place changes only after the action with the rows was committed.
final class SyncFeed: ActionFollower {
  let name: String
  let member: SyncMember
  /// The engine's plan.
  let plan: SyncPlan
  let connection: SyncConnection
  // Unowned, because the dispatcher's tree retains the feed.
  unowned let dispatcher: Dispatcher
  let events: EventHub
  private let bell: WakeBell
  /// Runs a function of the feature for the engine. `onAbandon` cancels it.
  private let onRequest: (SyncFeed, ScriptCall) -> Void
  private let onAbandon: (ScriptCall) -> Void
  /// The feeds of all features of the engine.
  let siblings: () -> [SyncFeed]
  private let inbox: Inbox<EngineEvent>
  let worker: SyncWorker
  private let commands: AsyncStream<SyncCommand>.Continuation
  private let work: Task<Void, Never>
  /// Whether the engine has released its cache after ``stop()``.
  private let ended = Guarded(false)
  /// The task that ``stop()`` has started.
  private var end: Task<[EngineEvent], Never>?
  /// The engine's calls of functions of the feature, if it has such functions.
  private let calls: ScriptCalls?
  /// The number of these functions that run now.
  private var scripts = 0

  /// The last status of the engine.
  var status: SyncStatus?
  /// The feature's place in the rows.
  var place: DeliveryPlace?
  /// After the cache was replaced or cleared: the feature's earlier rows that were not delivered again yet.
  var former: Set<EntityKey>?
  /// The engine's status when all ready rows had been delivered.
  var taken: SyncStatus?
  var isFetching = false
  /// The number of lookups of ready rows. Only the result of the last lookup is used.
  var lookups = 0
  /// The reported rows that were left out. They come again with each lookup of all rows.
  var leftOut: Set<String> = []
  /// Whether the last lookup could not read the cache.
  private var hasReadFailed = false
  /// The engine's status at the start of the lookup.
  var fetching: SyncStatus?
  /// The number of pending commands, without pulls.
  private var running = 0
  /// The number of pulls that wait for the server.
  private var pulls = 0
  var isCommitted = false
  /// Why the feature refused rows.
  var refusal = ""
  /// Why ready rows are not delivered.
  var blocked: String?
  /// The number of reported failures. `problem` is the last one, until it is solved.
  var failures = 0
  var problem: String?
  /// The last ``SyncReport``, without its numbers.
  var reported: (problem: String?, isHalted: Bool) = (nil, false)
  /// Why the last command failed; nil: it succeeded.
  var commandProblem: String?
  /// The last reported numbers of pending and refused mutations.
  var counts = (pending: 0, dead: 0)
  /// Whether a reading of the dead letters is pending.
  var isReadingDead = false
  /// The ``SyncStatus/deadRevision`` of the last reading; nil: the dead letters must be read.
  var deadRevision: Int64?
  /// Whether the dead letters could not be read, or the feature has not accepted them.
  var isDeadBehind = false
  /// The dead letters from before the cache was opened, and those reported since; nil: nothing was read yet.
  var reportedDead: Set<Int64>?
  /// Whether the feed has requested to open the cache.
  private(set) var hasBegun = false
  /// The time on the wall clock of that.
  private(set) var openedAt = 0.0
  private var isWanted = false

  /// - Parameters:
  ///   - former: the result of ``stop()`` for the feature's previous feed.
  ///   - others: the same for other feeds whose engines had the cache or a part of it.
  init(
    _ member: SyncMember, of plan: SyncPlan, _ connection: SyncConnection, dispatcher: Dispatcher, events: EventHub,
    bell: WakeBell, after former: Task<[EngineEvent], Never>?, and others: [Task<[EngineEvent], Never>],
    siblings: @escaping () -> [SyncFeed], onRequest: @escaping (SyncFeed, ScriptCall) -> Void,
    onAbandon: @escaping (ScriptCall) -> Void
  ) {
    self.siblings = siblings
    name = member.name
    (self.member, self.plan, self.connection) = (member, plan, connection)
    self.dispatcher = dispatcher
    self.events = events
    self.bell = bell
    self.onRequest = onRequest
    self.onAbandon = onAbandon
    inbox = connection.inboxes[member.name] ?? Inbox<EngineEvent>(bell: bell)
    calls = connection.calls[member.name]
    let worker = SyncWorker(engine: connection.engine, collection: member.collection.collection, inbox: inbox)
    let (stream, continuation) = AsyncStream.makeStream(of: SyncCommand.self)
    self.worker = worker
    commands = continuation
    work = MemoryCharge.$current.withValue(MemoryCharge(dispatcher.machine.memory)) {
      Task { await worker.run(stream, after: former, and: others) }
    }
  }

  var slice: NativeSlice<SyncFeature>? { dispatcher.slice(name) as? NativeSlice<SyncFeature> }

  /// Whether no work is pending. Waiting for a retry does not count as work.
  var isIdle: Bool { pulls == 0 && status?.phase.isBusy != true && !isStoring }

  /// Whether the cache has not yet carried out a command, or the state lacks its rows. That does not depend on the server.
  private var isStoring: Bool {
    !inbox.isEmpty || running > 0 || isReadingDead || isFetching || isWanted
      || status != nil && blocked == nil && !isTaken
  }

  /// Whether events wait for the host's owner.
  var hasEvents: Bool { !inbox.isEmpty }

  /// Whether settling no longer waits for the server.
  var isGivenUp = false
  /// Whether settling waits for the feed.
  var isAwaited: Bool { isGivenUp ? isStoring : !isIdle }

  /// Whether the cache or its rows cannot be used, or the engine waits for `pull`.
  var hasFailed: Bool {
    blocked != nil || status.map { $0.phase == .halted || !$0.isOpen && $0.problem != nil } ?? false
  }

  /// Whether work other than scripts is in progress.
  var isWorking: Bool { !isIdle && scripts == 0 }

  var isTaken: Bool { taken?.revision == status?.revision && taken?.notice == status?.notice }

  /// The feature's data for a list.
  var info: SyncInfo? { slice.map { SyncInfo(rows: $0.state.value.rows.count, state: $0.state.value.sync.record) } }

  // MARK: requests

  /// Called when the rows are read. That may be in a script, so the engine starts in the owner's next turn.
  func wasRead() {
    guard !hasBegun, !isWanted else { return }
    isWanted = true
    bell.ring()
  }

  /// Opens the cache, and pulls if there is a server.
  func begin() {
    isWanted = false
    guard !hasBegun else { return }
    open()
    if member.settings.remote != .none { pull(force: false) }
  }

  private func open() {
    guard !hasBegun else { return }
    (hasBegun, openedAt) = (true, connection.clock.wall)
    queue(.open)
  }

  private func pull(force: Bool) {
    open()
    pulls += 1
    commands.yield(.pull(force: force, failuresBefore: failures))
  }

  private func queue(_ command: SyncCommand) {
    open()
    running += 1
    commands.yield(command)
  }

  /// Passes the result or the error of one of the feature's functions to the engine.
  func answer(_ number: Int, _ value: Value, isRaised: Bool) {
    guard let calls, calls.answer(number, value, isRaised: isRaised) else { return }
    scripts -= 1
  }

  /// Called after one of the feature's actions was committed, with its byte form.
  func didCommit(_ type: String, _ bytes: [UInt8], origin: Origin) {
    let action = String(type.dropFirst(name.count + 1))
    // The feed's own actions are not requests.
    if origin == .sync {
      isCommitted = isCommitted || action == "cached" || action == "synced"
      return
    }
    guard let action = try? slice?.feature.action(action, PackedRecord(bytes: bytes)) else { return }
    switch action {
    case .pull(let force): pull(force: force)
    case .mutate(let changes): queue(.mutate(changes))
    case .reset(let outbox):
      connection.forgetHeaders()
      queue(.reset(outbox: outbox))
    case .restrict(let filter): queue(.restrict(filter))
    case .retry(let ids): queue(.retry(ids))
    case .amend(let id, _, let body): queue(.amend(id, body: SyncChange.json(body)))
    case .amendAll(let id, let changes): queue(.amendAll(id, changes.parts))
    case .bury(let ids): queue(.bury(ids))
    case .query, .delivered, .failed, .pending, .dead, .status: break
    }
  }

  /// Tries again to deliver rows and to read the cache, because new code or a pull may have solved the problem.
  func unblock() {
    if isDeadBehind { deadRevision = nil }
    readDeadLetters()
    guard blocked != nil || hasReadFailed else { return }
    (blocked, hasReadFailed) = (nil, false)
    taken = nil
    fetch()
  }

  /// Delivers all rows again, because the feature has its initial state.
  func startOver() {
    (place, former, taken, blocked, problem) = (nil, nil, nil, nil, nil)
    // A pending lookup continues after rows that the feature no longer has.
    lookups += 1
    isFetching = false
    deadRevision = nil
    // Before its first status, the engine may still wait until another engine has released the cache.
    if status != nil { fetch() }
  }

  deinit { stop() }

  /// Ends the engine after its pending commands. The task ends when the cache is released, with unprocessed events.
  @discardableResult
  func stop() -> Task<[EngineEvent], Never> {
    if let end { return end }
    commands.finish()
    let (connection, work, inbox, ended) = (connection, work, inbox, ended)
    let task = Task {
      await work.value
      await connection.leave()
      ended.withLock { $0 = true }
      return inbox.take()
    }
    end = task
    return task
  }

  /// Whether the engine has released its cache after ``stop()``.
  var hasEnded: Bool { ended.withLock(\.self) }

  /// Runs the functions that the engine calls while it ends.
  func serveCalls() {
    for call in inbox.take(where: \.call) {
      scripts += 1
      onRequest(self, call)
    }
  }

  // MARK: events

  /// Processes the pending events.
  func turn() {
    if isWanted { begin() }
    for event in inbox.take() { process(event) }
    if isGivenUp, isIdle { isGivenUp = false }
  }

  private func process(_ event: EngineEvent) {
    switch event {
    case .status:
      status = worker.engine.lastStatus.of(member.collection.collection)
      if !isTaken { fetch() }
    case .rows(_, let number) where number != lookups: break
    case .readFailed(_, let number) where number != lookups: break
    case .rows(nil, _): ended(hasMore: false)
    case .rows(let batch?, _): deliver(batch)
    case .together(let answers, let isAll): take(answers, isAll: isAll)
    case .sharedReadFailed(let reason, let looks):
      for feed in siblings() {
        guard let look = looks.first(where: { $0.feature == feed.name }) else { continue }
        feed.process(.readFailed(reason, of: look.number))
      }
    case .readFailed(let reason, _):
      isFetching = false
      hasReadFailed = true
      // The engine's next status shows whether rows can be read again.
      taken = fetching
      commandProblem = reason
      if reason != status?.problem { fail(reason) }
    case .done(let reason, let lost):
      running -= 1
      commandProblem = lost == nil ? reason : nil
      if let reason { commandFailed(reason, lost) }
    case .formerCommandFailed(let reason, let lost):
      commandProblem = lost == nil ? reason : nil
      commandFailed(reason, lost)
    case .pulled(let problem, let failuresBefore):
      pulls -= 1
      publishStatus()
      // If another failure was reported during the pull, this one is not reported again.
      if let problem, failuresBefore == failures { fail(problem) }
      // The pull may have replaced the refused rows.
      unblock()
    case .deadLetters(let reading): take(reading)
    case .called(let call):
      scripts += 1
      onRequest(self, call)
    case .abandoned(let call):
      scripts -= 1
      onAbandon(call)
    }
    publishStatus()
  }
}

extension SyncStatus.Phase {
  /// Whether work is in progress, and not only a wait.
  fileprivate var isBusy: Bool {
    switch self {
    case .opening, .seeding, .pushing, .pulling: true
    case .closed, .idle, .waiting, .halted: false
    }
  }
}
