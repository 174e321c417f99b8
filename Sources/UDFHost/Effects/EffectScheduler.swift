import DequeModule
import LuaRuntime
import Platform
import UDF

/// Owns every running effect, in Lua and in Swift, and starts, cancels and counts them by the same rules.
///
/// An effect in Lua is a tree of coroutines, which ``TaskRunner`` resumes. An effect in Swift is the value that a
/// native reducer returned; UDF's `EffectRunner` interprets it. Other parts call only the scheduler.
final class EffectScheduler {
  /// The coroutines of effects in Lua.
  let tasks: TaskRunner
  /// The tasks of effects in Swift.
  let jobs: EffectRunner<HostAction>
  let mailbox = Mailbox<HostAction>()
  /// Messages of ``jobs`` that were removed from the mailbox and are not delivered yet.
  var messages: Deque<Mailbox<HostAction>.Message> = []
  let machine: LuaMachine
  let clock: any HostClock
  let budget: Double
  // The unchecked properties below are used briefly by every effect, and the checks would cost time.
  /// The runs by their numbers.
  @exclusivity(unchecked) private(set) var runs: [Int: EffectRun] = [:]
  /// The runs that are not cancelled, also under ``EffectName/anyScreen`` if they belong to a screen.
  @exclusivity(unchecked) var namedRuns = ObjectIndex<EffectName, EffectRun>()
  @exclusivity(unchecked) var runsOfScreens = ObjectIndex<Int, EffectRun>()
  var lanes: [EffectLane.Key: EffectLane] = [:]
  /// The lanes, also under ``EffectName/anyScreen`` if they belong to a screen.
  var namedLanes = ObjectIndex<EffectName, EffectLane>()
  var lanesOfScreens = ObjectIndex<Int, EffectLane>()
  /// Lanes whose next request may start in the next turn; nil: a request starts as soon as the previous run has ended.
  @exclusivity(unchecked) var heldLanes: [EffectLane]?
  @exclusivity(unchecked) private var lastRun = 0
  /// The number of runs and requests that settling waits for.
  @exclusivity(unchecked) private var awaited = 0
  /// Whether new effects are refused, because all effects are being cancelled.
  var isStopping = false
  /// The results of effects that an undo cannot revert.
  let ledger: EffectLedger
  @exclusivity(unchecked) var board = ProgressBoard()
  /// Not nil while effects are traced.
  @exclusivity(unchecked) private var tracer: EffectTracer?
  /// The effects in Lua that run now and have not waited yet, with the innermost last.
  @exclusivity(unchecked) var starts: [EffectStart] = []
  /// Adds up the costs of effects; nil while costs are not measured.
  @exclusivity(unchecked) var profiler: Profiler? {
    didSet { tasks.measure = profiler.map { _ in { [unowned(unsafe) self] in measure($0, $1) } } }
  }

  /// The last errors of refused actions that were raised in effects.
  @exclusivity(unchecked) private var refusals: [HostError] = []
  /// Called with events for observers.
  let emit: (HostEvent) -> Void
  /// Called with each action that an effect in Swift sends.
  var dispatch: (HostAction) -> Void = { _ in }
  /// Called with each misuse that an effect in Swift reports.
  var onMisuse: (Misuse) -> Void = { _ in }
  /// Called with the number of a run after it and everything that it has spawned has ended.
  var onRunEnd: (Int) -> Void = { _ in }

  /// - Parameters:
  ///   - budget: the processor time in seconds that an effect may use until its next wait.
  ///   - ledger: records the results of effects that an undo cannot revert.
  init(events: EventHub, clock: any HostClock, budget: Double, bell: WakeBell, ledger: EffectLedger) {
    self.ledger = ledger
    machine = events.machine
    self.clock = clock
    self.budget = budget
    emit = { [events] in events.emit($0) }
    tasks = TaskRunner(machine: machine, clock: clock, bell: bell)
    jobs = EffectRunner(mailbox: mailbox)
    mailbox.onWake { bell.ring() }
    tasks.startingRun = { [unowned(unsafe) self] in startingRun }
    jobs.send = { [unowned(unsafe) self] in deliver($0, of: $1?.owner ?? 0) }
    jobs.report = { [unowned(unsafe) self] in onMisuse($0) }
    jobs.onCancel = { [unowned(unsafe) self] in didCancel($0, by: $1) }
  }

  deinit {
    for lane in lanes.values { lane.running = [:] }
    mailbox.close()
    jobs.cancelAll()
  }

  // MARK: the list of runs

  /// Whether there is no run or request that settling waits for.
  var isIdle: Bool { awaited == 0 }

  /// The names that errors use for the effects that settling waits for: the runs, oldest first, and then the requests.
  var inFlight: [String] {
    let running = runs.values.filter(\.isAwaited).sorted { $0.number < $1.number }
    let requests = lanes.values.flatMap { $0.queue + [$0.pending].compactMap(\.self) }.sorted { $0.n < $1.n }
    return (running.map(\.effect) + requests.filter(\.isAwaited).map(\.effect)).map(\.subject)
  }

  /// Excludes the present runs and requests from settling.
  func stopAwaiting() {
    for run in runs.values { run.isAwaited = false }
    for lane in lanes.values {
      lane.pending?.isAwaited = false
      for index in lane.queue.indices { lane.queue[index].isAwaited = false }
    }
    awaited = 0
  }

  /// Whether there are no runs and no requests, including those that settling does not wait for.
  var isEmpty: Bool {
    runs.isEmpty && lanes.isEmpty && runsOfScreens.isEmpty && lanesOfScreens.isEmpty && tasks.isEmpty
  }

  /// Whether the host reports the start and end of effects as log lines of the level `trace`.
  var isTracing: Bool {
    get { tracer?.reports ?? false }
    set { trace { $0.reports = newValue } }
  }

  /// Whether ``times`` are kept.
  var keepsTimes: Bool {
    get { tracer?.keepsTimes ?? false }
    set { trace { $0.keepsTimes = newValue } }
  }

  /// The runs that have ended since ``keepsTimes`` was set.
  var times: [EffectTime] { tracer?.times ?? [] }

  /// Records that a policy dropped the effect of the action `n` because of that of another action.
  func absorb(_ effect: HostEffect, of n: Int, by other: Int) {
    ledger.add(.absorbed, effect, of: n, by: other)
    tracer?.absorbed(effect, action: n, by: other)
  }

  private func trace(_ change: (EffectTracer) -> Void) {
    let tracer = tracer ?? EffectTracer(clock: clock) { [unowned(unsafe) self] in emit($0) }
    change(tracer)
    self.tracer = tracer.reports || tracer.keepsTimes ? tracer : nil
  }

  // MARK: runs

  /// Runs an effect up to its first wait. Makes an ``EffectRun`` if it has a lane, waits, fails or is looked up.
  func begin(
    _ effect: HostEffect, _ action: TaskArgument, _ n: Int, number: Int? = nil, lane: EffectLane? = nil, screen: Int
  ) {
    let screen = effect.policy.isBackground ? 0 : screen
    starts.append(start(effect, number: number, n: n, owner: n, lane: lane, screen: screen))
    if lane != nil { makeRun(at: starts.count - 1) }
    var failure: LuaError?
    var waits = false
    do throws(LuaError) {
      waits = try enter(effect, effect.takesAction ? action : .none, n)
    } catch {
      failure = error
      makeRun(at: starts.count - 1)
    }
    let start = starts.removeLast()
    if !waits, let run = start.run { tasks.ended(run.root, of: run, failure) }
    tasks.drain()
    if start.run == nil {
      if !effect.policy.isBackground { awaited -= 1 }
      tracer?.ended(start.number, effect, action: n)
    }
  }

  private func enter(_ effect: HostEffect, _ action: TaskArgument, _ n: Int) throws(LuaError) -> Bool {
    guard let function = effect.function else { return false }
    guard let meter = meter(of: effect) else {
      return try tasks.begin(function, context: effect.context, argument: action)
    }
    meter.cost.calls += 1
    return try meter.measure(of: n) { () throws(LuaError) in
      try tasks.begin(function, context: effect.context, argument: action)
    }
  }

  func nextRun() -> Int {
    lastRun += 1
    return lastRun
  }

  /// Counts and traces a run that starts. The undo of the action `owner` cancels it.
  func start(
    _ effect: HostEffect, number: Int? = nil, n: Int?, owner: Int, lane: EffectLane? = nil, screen: Int
  ) -> EffectStart {
    if !effect.policy.isBackground { awaited += 1 }
    let start = EffectStart(
      number: number ?? nextRun(), effect: effect, action: n, owner: owner, id: lane?.key.id, lane: lane, screen: screen
    )
    tracer?.began(start)
    return start
  }

  func keep(_ run: EffectRun) {
    runs[run.number] = run
    if let lane = run.lane {
      lane.running[run.number] = run
      lane.living += 1
      keep(lane)
    }
    if run.screen != 0 { runsOfScreens.insert(run, for: run.screen) }
    guard !run.isCancelled, let name = run.name else { return }
    namedRuns.insert(run, for: name)
    if run.screen != 0 { namedRuns.insert(run, for: name.onAnyScreen) }
  }

  /// Removes a cancelled run from the indexes, so that it is not cancelled again while it ends.
  func hide(_ run: EffectRun) {
    run.lane?.running[run.number] = nil
    guard let name = run.name else { return }
    namedRuns.remove(run, for: name)
    if run.screen != 0 { namedRuns.remove(run, for: name.onAnyScreen) }
  }

  func ended(_ run: EffectRun) {
    runs[run.number] = nil
    hide(run)
    if run.screen != 0 { runsOfScreens.remove(run, for: run.screen) }
    if run.isAwaited { awaited -= 1 }
    onRunEnd(run.number)
    tracer?.ended(run)
    guard let lane = run.lane else { return }
    lane.living -= 1
    if heldLanes?.append(lane) == nil { advance(lane) }
  }

  /// Assigns runs to another action, because the action that caused them was not committed.
  func give(runsOf action: Int, to other: Int) {
    for run in runs.values where run.owner == action { run.owner = other }
  }

  func added(_ request: EffectLane.Request) { if request.isAwaited { awaited += 1 } }
  func removed(_ request: EffectLane.Request) { if request.isAwaited { awaited -= 1 } }

  /// Notes the error of a refused action that is raised in an effect, which may catch it.
  func refused(_ error: HostError) { refusals = refusals.suffix(99) + [error] }

  func report(_ error: LuaError, of run: EffectRun) {
    let subject = run.title ?? run.effect.subject
    if var refusal = refusals.last(where: { $0.raised == error.value }) {
      refusal.message += "\n  The \(subject) that sent it has ended."
      return emit(.error(refusal, action: refusal.details["n"].integer ?? run.action))
    }
    let fix = "To fix this, let the effect wait between its parts, as with cx.sleep(0), or raise the time limit"
    let notes = ["The effect has ended; the state is as it left it."] + (error.reason == .budget ? [fix] : [])
    var failure = HostError(error, subject: subject, notes: notes)
    if failure.code == "raised" { failure.code = "effect" }
    emit(.error(failure, action: run.action))
  }
}
