import DequeModule
import LuaRuntime

/// The coroutines that effects are: begins them, wakes them when what they wait for is there, ends them when nobody wants them.
///
/// What a task waits for has a number, its ticket, that is never used twice; an answer that comes late, when the task waits for
/// something else or is gone, finds nobody.
final class TaskRunner {
  private struct Ready {
    var task: EffectTask
    var ticket: Int
    var outcome: CallOutcome
  }

  /// How many coroutines go on in one turn, lest two that keep waking each other hold everything up.
  private static let turnLimit = 1000

  let machine: LuaMachine
  let clock: any HostClock
  let bell: WakeBell
  let inbox = CallInbox()
  // Each is only in use for an instant, and every await asks for them.
  @exclusivity(unchecked) var timers = TimerQueue()
  /// How many tasks wait for a service.
  @exclusivity(unchecked) var calls = 0
  @exclusivity(unchecked) private var tasks: [LuaMachine.TaskID: EffectTask] = [:]
  @exclusivity(unchecked) private var ready: Deque<Ready> = []
  @exclusivity(unchecked) private var lastTicket = 0
  /// How many coroutines run inside one another.
  @exclusivity(unchecked) private var depth = 0
  @exclusivity(unchecked) private var isDraining = false
  /// The effects whose own coroutines run up to their first await now, the innermost last.
  @exclusivity(unchecked) private var starts: [EffectStart] = []
  /// The task that runs now; nil: the innermost of ``starts`` does, if there is one.
  @exclusivity(unchecked) private var running: EffectTask?

  /// Called when a run has raised.
  var onFailure: (LuaError, EffectRun) -> Void = { _, _ in }
  /// Called when a task has ended. What it may leave open it could only open as one.
  var onTaskEnd: (LuaMachine.TaskID) -> Void = { _ in }
  /// Called when an effect has become a run, because it waits, fails or is looked for.
  var onRun: (EffectRun) -> Void = { _ in }
  var onRunEnd: (EffectRun) -> Void = { _ in }
  /// Called when the timer of a lane is due.
  var onTimer: (EffectLane) -> Void = { _ in }
  /// Set while costs are measured.
  @exclusivity(unchecked) var profiler: Profiler?

  init(machine: LuaMachine, clock: any HostClock, bell: WakeBell) {
    self.machine = machine
    self.clock = clock
    self.bell = bell
  }

  deinit {
    for task in tasks.values {
      task.call?.cancel()
      task.joining = nil
      task.run.root = nil
    }
  }

  /// Whether no coroutine is left, nor anything that was to happen to one.
  var isEmpty: Bool { tasks.isEmpty && ready.isEmpty && timers.isEmpty && calls == 0 }

  /// When something is due on the clock, maybe long ago; nil if nothing will be.
  var nextMoment: Double? { ready.isEmpty ? timers.next() : -.infinity }
  /// Seconds until then, nil if nothing will be due.
  var nextDue: Double? { nextMoment.map { max(0, $0 - clock.now).wholeNanoseconds } }

  /// How many coroutines would go on now.
  var waiting: Int {
    ready.count + timers.count(at: clock.now) + inbox.count { tasks[$0.task]?.ticket == $0.ticket }
  }

  /// The task that runs now.
  var current: EffectTask? {
    if let running { return running }
    guard let run, let number = machine.currentTask else { return nil }
    let task = EffectTask(number: number, run: run, hasBegun: true)
    tasks[number] = task
    run.root = task
    running = task
    return task
  }

  /// Whether the coroutine that runs now was cancelled: what it still sends does not arrive.
  var isCancelled: Bool {
    running?.isCancelled ?? starts.last?.run?.isCancelled ?? false
  }

  /// The effect that runs now.
  var run: EffectRun? { running?.run ?? starts.indices.last.map { run(at: $0) } }

  /// What ``run`` is a run of.
  var effect: HostEffect? { running?.run.effect ?? starts.last?.effect }

  /// The screen that the effect which runs now belongs to; 0: none.
  var screen: Int { running?.run.screen ?? starts.last?.screen ?? 0 }

  /// The number of the action that causes what the effect sends that runs now; 0: none.
  var cause: Int {
    if let running { return running.run.cause }
    return starts.last?.cause ?? 0
  }

  /// The number of the action whose undo ends the effect that runs now; 0: none.
  var owner: Int { running?.run.owner ?? starts.last?.owner ?? 0 }

  /// See ``EffectRun/label``.
  var label: String? { running?.run.label ?? starts.last.map { EffectRun.label($0.number) } }

  subscript(number: LuaMachine.TaskID) -> EffectTask? { tasks[number] }

  func newTicket() -> Int {
    lastTicket += 1
    return lastTicket
  }

  // MARK: running

  /// Runs an effect up to its first await. Whether it has ended without ever having been a run.
  func begin(_ start: EffectStart, action: TaskArgument) -> Bool {
    guard let function = start.effect.function else { return true }
    let outer = running
    running = nil
    var number: LuaMachine.TaskID = 0
    depth += 1
    var failure: LuaError?
    var waits = false
    starts.append(start)
    do throws(LuaError) {
      let meter = meter(of: start.effect)
      meter?.cost.calls += 1
      waits = try measured(by: meter) { () throws(LuaError) in
        try machine.start(
          function, context: start.effect.context, argument: start.effect.takesAction ? action : .none,
          task: &number)
      }
    } catch { failure = error }
    if failure != nil { _ = run(at: starts.count - 1) }
    let run = starts.removeLast().run
    depth -= 1
    running = outer
    if !waits, let run { ended(run.root, of: run, failure) }
    drain()
    return run == nil
  }

  private func run(at position: Int) -> EffectRun {
    if let run = starts[position].run { return run }
    let run = EffectRun(starts[position])
    starts[position].run = run
    onRun(run)
    return run
  }

  /// Makes runs of all that have begun, for who looks for some.
  func makeRuns() {
    for position in starts.indices { _ = run(at: position) }
  }

  /// Wakes what is due and hands out what services have answered, if any has.
  func turn(hasAnswers: Bool) {
    together {
      if hasAnswers {
        for answer in inbox.take() {
          if let task = tasks[answer.task], task.ticket == answer.ticket { resume(task, answer.outcome) }
        }
      }
      // Those that fall asleep again meanwhile have their turn next time, so that none can hold the others up.
      let limit = lastTicket + 1
      let now = clock.now
      while let target = timers.take(at: now, before: limit) {
        switch target {
        case .task(let task): resume(task, .values([]))
        case .lane(let lane): onTimer(lane)
        }
      }
    }
  }

  /// Resumes several tasks. What they wake goes on after all of them, lest as many as may go on at a time do so after each.
  private func together(_ body: () -> Void) {
    let outer = isDraining
    isDraining = true
    body()
    isDraining = outer
    drain()
  }

  /// A task that was spawned begins, or one that waits goes on, once what runs now has come to its next await.
  func enqueue(_ task: EffectTask, ticket: Int, _ outcome: CallOutcome) {
    ready.append(Ready(task: task, ticket: ticket, outcome: outcome))
  }

  /// A coroutine that a script has spawned becomes a task.
  func adopt(_ number: LuaMachine.TaskID, parent: EffectTask) {
    let task = EffectTask(number: number, run: parent.run, parent: parent)
    parent.run.living += 1
    adopt(task)
  }

  /// A coroutine that a script has sent becomes a run of its own.
  func adopt(_ number: LuaMachine.TaskID, as run: EffectRun) {
    let task = EffectTask(number: number, run: run)
    run.root = task
    adopt(task)
    drain()
  }

  private func adopt(_ task: EffectTask) {
    tasks[task.number] = task
    task.ticket = newTicket()
    enqueue(task, ticket: task.ticket, .values([]))
  }

  private func drain() {
    guard depth == 0, !isDraining else { return }
    isDraining = true
    defer { isDraining = false }
    for _ in 0..<TaskRunner.turnLimit {
      guard let next = ready.popFirst() else { return }
      if next.task.ticket == next.ticket { resume(next.task, next.outcome) }
    }
  }

  private func resume(_ task: EffectTask, _ outcome: CallOutcome) {
    stopWaiting(task)
    task.hasBegun = true
    let outer = running
    running = task
    depth += 1
    var failure: LuaError?
    var waits = false
    do throws(LuaError) {
      waits = try measured(by: meter(of: task.run.effect)) { () throws(LuaError) in
        switch outcome {
        case .values(let values): try machine.resume(task.number, returning: values)
        case .raise(let value): try machine.resume(task.number, raising: value)
        }
      }
    } catch { failure = error }
    depth -= 1
    running = outer
    if !waits { ended(task, of: task.run, failure) }
    drain()
  }

  private func meter(of effect: HostEffect) -> Meter? {
    profiler?.meter(.effect, effect.action.isEmpty ? effect.subject : effect.fullName)
  }

  @inline(__always) private func measured(by meter: Meter?, _ body: () throws(LuaError) -> Bool) throws(LuaError)
    -> Bool
  {
    guard let meter else { return try body() }
    return try meter.measure(body)
  }

  private func stopWaiting(_ task: EffectTask) {
    task.ticket = 0
    task.joining = nil
    if task.call != nil { calls -= 1 }
    task.call = nil
  }

  // MARK: ending

  /// A coroutine has ended, which was no task if it never waited.
  private func ended(_ task: EffectTask?, of run: EffectRun, _ failure: LuaError?) {
    if let task {
      leave(task)
      onTaskEnd(task.number)
    }
    run.living -= 1
    // Of all that end because this one does, the last tells of the run.
    let isLast = run.living == 0
    if let task, let join = task.join {
      answer(join, task, failure)
    } else if let failure, !(failure.isCancellation && task?.isCancelled ?? run.isCancelled) {
      fail(run, failure.caused(by: task?.cause))
    }
    guard isLast else { return }
    run.root = nil
    onRunEnd(run)
  }

  /// Takes a task out of the tree; what it has spawned hangs from its parent then, or, of the run's own, stays.
  private func leave(_ task: EffectTask) {
    tasks[task.number] = nil
    task.hasEnded = true
    guard let parent = task.parent else { return }
    parent.spawned.remove(task.number)
    for child in task.spawned { tasks[child]?.parent = parent }
    parent.spawned.formUnion(task.spawned)
    task.parent = nil
  }

  /// Tells who waits for a task that it has ended.
  private func answer(_ join: TaskJoin, _ task: EffectTask, _ failure: LuaError?) {
    if let failure {
      join.owner.cause = failure.caused(by: task.cause)
      enqueue(join.owner, ticket: join.ticket, .raise(failure.raised))
    } else if join.ended(task) {
      enqueue(join.owner, ticket: join.ticket, .values([]))
    } else {
      return
    }
    for other in join.dissolve() { cancel(other) }
  }

  /// An error that nobody has caught ends the whole run.
  private func fail(_ run: EffectRun, _ failure: LuaError) {
    guard !run.hasFailed else { return }
    run.hasFailed = true
    onFailure(failure, run)
    cancel(run)
  }

  func cancel(_ runs: [EffectRun]) {
    together {
      for run in runs { cancel(run) }
    }
  }

  private func cancel(_ run: EffectRun) {
    run.isCancelled = true
    if let root = run.root { cancel(root) }
  }

  /// Cancels a task and all that it has spawned, from the inside out.
  func cancel(_ task: EffectTask) {
    var rest = [task]
    var cancelled: [EffectTask] = []
    while let next = rest.popLast() {
      rest += next.spawned.sorted().compactMap { tasks[$0] }
      guard !next.isCancelled else { continue }
      // All of them before the first one hears of it: what that does may wake others, which must not begin anything then.
      next.isCancelled = true
      _ = next.joining?.dissolve()
      cancelled.append(next)
    }
    together {
      for task in cancelled.reversed() { interrupt(task) }
    }
  }

  /// What a task waits for raises "cancelled" in it, at once or when the script that cancels it comes to its next await; one
  /// that runs sees it when it waits next.
  private func interrupt(_ task: EffectTask) {
    guard !task.hasEnded, task.ticket != 0 else { return }
    task.call?.cancel()
    if task.hasBegun, depth == 0 { return resume(task, .cancelled) }
    if task.hasBegun {
      stopWaiting(task)
      task.ticket = newTicket()
      return enqueue(task, ticket: task.ticket, .cancelled)
    }
    machine.drop(task.number)
    task.ticket = 0
    ended(task, of: task.run, .cancelled)
  }
}

extension LuaError {
  /// With the traceback of what it came from, if it has only been passed on.
  fileprivate func caused(by cause: LuaError?) -> LuaError {
    guard let cause, cause.raised == raised, let inner = cause.traceback else { return self }
    var error = self
    error.traceback = [inner, traceback].compactMap(\.self).joined(separator: "\n")
    return error
  }
}
