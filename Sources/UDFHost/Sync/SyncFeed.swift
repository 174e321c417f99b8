import LuaRuntime
import Platform
import UDF
import UDFServices
import UDFSync

/// Between one sync feature and its engine, on the host's owner: what the feature is sent goes to the engine, and what the
/// engine has comes back as actions.
///
/// It knows how far the feature has taken the rows, which is further only when the action that brings them was committed.
final class SyncFeed: ActionFollower {
  let name: String
  let plan: SyncPlan
  // Its tree holds the feed.
  unowned let dispatcher: Dispatcher
  let events: EventHub
  private let bell: WakeBell
  /// Runs a function of the feature that the engine asks, or cancels it.
  private let onRequest: (SyncFeed, ScriptCall) -> Void
  private let onAbandon: (ScriptCall) -> Void
  private let inbox: SyncInbox
  let worker: SyncWorker
  private let commands: AsyncStream<SyncCommand>.Continuation
  private let work: Task<Void, Never>
  /// Whether the engine has released its cache after ``stop()``.
  private let ended = Guarded(false)
  /// What ``stop()`` has begun.
  private var end: Task<[EngineEvent], Never>?
  /// The engine's calls of functions of the feature, if it has such functions.
  private let calls: ScriptCalls?
  /// How many of these functions run.
  private var scripts = 0

  /// What the engine has told last.
  var status: SyncStatus?
  /// How far the feature has taken the rows.
  var place: DeliveryPlace?
  /// Of the rows that were there when the cache began anew: those that have not come again.
  var former: Set<EntityKey>?
  /// The engine's status when all that lay ready was taken.
  var taken: SyncStatus?
  var isFetching = false
  /// How often it was asked what lies ready; an answer to any but the last question is not taken.
  var lookups = 0
  /// What was told of rows that were left out; they come again with each look at all rows.
  var leftOut: Set<String> = []
  /// The last answer was that the cache could not be read.
  private var isUnread = false
  /// The engine's status when it was asked what lies ready.
  var fetching: SyncStatus?
  /// Commands that are not done.
  private var running = 0
  var isCommitted = false
  /// Why rows were not taken.
  var refusal = ""
  /// Why rows that lie ready are not taken.
  var blocked: String?
  /// How many failures were told, and what the last one was that has not gone well since.
  private var failures = 0
  private var problem: String?
  /// The problem of the last ``SyncReport``.
  private var reported: String?
  /// Why the last command was not done; nil: it was.
  private var unasked: String?
  /// How many mutations waited and how many were refused when it was told last.
  private var counts = (pending: 0, dead: 0)
  /// Whether a reading of the dead letters has not been answered.
  var isReadingDead = false
  /// The ``SyncStatus/deadRevision`` for which the dead letters were read; nil: they have to be read.
  var deadRevision: Int64?
  /// The dead letters could not be read, or the feature has not taken them.
  var isDeadBehind = false
  /// The dead letters that existed at first or were reported since; nil: nothing was read yet.
  var reportedDead: Set<Int64>?
  /// Whether the cache was asked to open.
  private(set) var hasBegun = false
  private var isWanted = false

  /// - Parameter former: what ``stop()`` has returned for the engine that had the cache before.
  init(
    _ plan: SyncPlan, core: any HostCore, clock: HostSyncClock, dispatcher: Dispatcher, events: EventHub,
    bell: WakeBell,
    after former: Task<[EngineEvent], Never>?, onRequest: @escaping (SyncFeed, ScriptCall) -> Void,
    onAbandon: @escaping (ScriptCall) -> Void
  ) {
    name = plan.collection.name
    self.plan = plan
    self.dispatcher = dispatcher
    self.events = events
    self.bell = bell
    self.onRequest = onRequest
    self.onAbandon = onAbandon
    inbox = SyncInbox(bell: bell)
    let (engine, calls) = plan.engine(core, clock, inbox)
    self.calls = calls
    let worker = SyncWorker(engine: engine, inbox: inbox)
    let (stream, continuation) = AsyncStream.makeStream(of: SyncCommand.self)
    self.worker = worker
    commands = continuation
    work = Task { await worker.run(stream, after: former) }
  }

  var slice: NativeSlice<SyncFeature>? { dispatcher.tree.slices[name] as? NativeSlice<SyncFeature> }

  /// Whether nothing is under way. What is put off until a retry is not.
  var isIdle: Bool {
    guard inbox.isEmpty, running == 0, !isReadingDead, !isFetching, !isWanted else { return false }
    guard let status else { return true }
    return !status.phase.isBusy && (blocked != nil || isTaken)
  }

  /// Whether it waits for the host's owner.
  var hasNews: Bool { !inbox.isEmpty }

  /// Whether settling no longer waits for what is under way.
  var isGivenUp = false
  /// Whether settling waits for the feed.
  var isAwaited: Bool { !isGivenUp && !isIdle }

  /// Whether something goes on that scripts have no part in.
  var isWorking: Bool { !isIdle && scripts == 0 }

  var isTaken: Bool { taken?.revision == status?.revision && taken?.notice == status?.notice }

  /// What is shown of it in a list.
  var info: SyncInfo? {
    slice.map { SyncInfo(rows: $0.state.value.rows.count, state: $0.state.value.sync.record) }
  }

  // MARK: what is asked

  /// Somebody reads the rows; from inside a script, so nothing is begun before the owner's next turn.
  func wasRead() {
    guard !hasBegun, !isWanted else { return }
    isWanted = true
    bell.ring()
  }

  /// Opens the cache, and asks the server if there is one.
  func begin() {
    isWanted = false
    guard !hasBegun else { return }
    open()
    if plan.settings.remote != .none { pull(force: false) }
  }

  private func open() {
    guard !hasBegun else { return }
    hasBegun = true
    ask(.open)
  }

  private func pull(force: Bool) { ask(.pull(force: force, told: failures)) }

  private func ask(_ command: SyncCommand) {
    open()
    running += 1
    commands.yield(command)
  }

  /// A function of the feature has given or raised this.
  func answer(_ number: Int, _ value: Value, isRaised: Bool) {
    guard let calls, calls.answer(number, value, isRaised: isRaised) else { return }
    scripts -= 1
  }

  /// After one of the feature's actions was committed; it comes in byte form.
  func didCommit(_ type: String, _ bytes: [UInt8], origin: Origin) {
    let action = String(type.dropFirst(name.count + 1))
    // The engine is not asked by what it has told itself.
    if origin == .sync {
      isCommitted = isCommitted || action == "cached" || action == "synced"
      return
    }
    guard let action = try? slice?.feature.action(action, PackedRecord(bytes: bytes)) else { return }
    switch action {
    case .pull(let force): pull(force: force)
    case .mutate(let operation, let key, let body): ask(.mutate(operation, key, body: body.map(SyncFeed.json)))
    case .reset(let outbox): ask(.reset(outbox: outbox))
    case .retry(let ids): ask(.retry(ids))
    case .amend(let id, _, let body): ask(.amend(id, body: SyncFeed.json(body)))
    case .bury(let ids): ask(.bury(ids))
    case .query, .delivered, .failed, .pending, .dead, .status: break
    }
  }

  private static func json(_ body: PackedRecord) -> [UInt8] {
    var writer = JSONWriter()
    // The feature has taken only what can be written.
    try? writer.write(.map(body.record), at: "")
    return writer.bytes
  }

  /// New code may take what the old one did not, and a cache be read that could not be.
  func unblock() {
    if isDeadBehind { deadRevision = nil }
    readDeadLetters()
    guard blocked != nil || isUnread else { return }
    (blocked, isUnread) = (nil, false)
    taken = nil
    fetch()
  }

  /// The feature has begun again from its initial state: all rows are delivered anew.
  func startOver() {
    (place, former, taken, blocked, problem) = (nil, nil, nil, nil, nil)
    // What is on its way follows on rows that are no longer here.
    lookups += 1
    isFetching = false
    deadRevision = nil
    // Before there is a status the cache may still be another engine's.
    if status != nil { fetch() }
  }

  deinit { stop() }

  /// Ends the engine when it has done what it was asked; what ends when it has let go of its cache, and gives what it told that
  /// was not heard.
  @discardableResult
  func stop() -> Task<[EngineEvent], Never> {
    if let end { return end }
    commands.finish()
    let (engine, work, inbox, ended) = (worker.engine, work, inbox, ended)
    let task = Task {
      await work.value
      await engine.stop()
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
    for call in inbox.takeCalls() {
      scripts += 1
      onRequest(self, call)
    }
  }

  // MARK: what is told

  /// Does what has become due.
  func turn() {
    if isWanted { begin() }
    for news in inbox.take() { hear(news) }
    if isGivenUp, isIdle { isGivenUp = false }
  }

  private func hear(_ news: EngineEvent) {
    switch news {
    case .status:
      status = worker.engine.lastStatus
      if !isTaken { fetch() }
    case .rows(_, let number) where number != lookups: break
    case .unread(_, let number) where number != lookups: break
    case .rows(nil, _): ended(hasMore: false)
    case .rows(let batch?, _): deliver(batch)
    case .unread(let reason, _):
      isFetching = false
      isUnread = true
      // Its next status tells when there is something to read.
      taken = fetching
      unasked = reason
      if reason != status?.problem { fail(reason) }
    case .done(let reason):
      running -= 1
      unasked = reason
      if let reason { fail(reason) }
    case .unheard(let reason):
      unasked = reason
      fail(reason)
    case .pulled(let problem, let told):
      running -= 1
      tell()
      // It was told already if it is the first of its kind.
      if let problem, told == failures { fail(problem) }
      // Rows that came with it may be others.
      unblock()
    case .deadLetters(let reading): take(reading)
    case .asked(let call):
      scripts += 1
      onRequest(self, call)
    case .abandoned(let call):
      scripts -= 1
      onAbandon(call)
    }
    tell()
  }

  private func fail(_ reason: String) {
    failures += 1
    problem = reason
    send(
      .failed(message: reason, isStale: status?.isStale ?? true, retryIn: status?.retryIn, mutation: nil))
  }

  /// Sends what has changed since it was told last, once the rows that it is about are there.
  private func tell() {
    guard let status, let told = slice?.state.value.sync, !isFetching else { return }
    var state = SyncState(status, blocked: blocked)
    state.problem = state.problem ?? unasked
    readDeadLetters()
    if counts != (state.pending, state.dead) {
      counts = (state.pending, state.dead)
      send(.pending(count: state.pending, dead: state.dead))
    }
    if let reason = state.problem, reason != problem { fail(reason) }
    problem = state.problem
    // It was told when the wait began; that there is less of it left is no news.
    if told.phase == state.phase, told.retryIn != nil, state.retryIn != nil { state.retryIn = told.retryIn }
    if slice?.state.value.sync != state { send(.status(state)) }
    let found = state.blocked ?? state.problem
    guard found != reported else { return }
    reported = found
    events.emit(.sync(SyncReport(feature: name, problem: found, pending: state.pending, dead: state.dead)))
  }

  func send(_ action: SyncAction) {
    guard let slice else { return }
    let (short, fields) = slice.feature.plain(action)
    let type = "\(name)/\(short)"
    dispatcher.dispatch(.named(type, fields, id: dispatcher.tree.actions.number(of: type) ?? -1, origin: .sync))
  }
}

extension SyncStatus.Phase {
  /// Whether something goes on, and nothing is only waited for.
  fileprivate var isBusy: Bool {
    switch self {
    case .opening, .seeding, .pushing, .pulling: true
    case .closed, .idle, .waiting, .halted: false
    }
  }
}
