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
  var timers = TimerQueue()
  /// How many tasks wait for a service.
  var calls = 0
  private var tasks: [LuaMachine.TaskID: EffectTask] = [:]
  private var ready: Deque<Ready> = []
  private var lastTicket = 0
  /// How many coroutines run inside one another.
  private var depth = 0
  private var isDraining = false
  /// The run whose coroutine begins now. One that never waits needs no task.
  private var beginning: EffectRun?

  /// Called when a run has raised.
  var onFailure: (LuaError, EffectRun) -> Void = { _, _ in }
  /// Called when a coroutine has ended, also one that never became a task.
  var onTaskEnd: (LuaMachine.TaskID) -> Void = { _ in }
  var onRunEnd: (EffectRun) -> Void = { _ in }
  /// Called when the timer of a lane is due.
  var onTimer: (EffectLane) -> Void = { _ in }

  init(machine: LuaMachine, clock: any HostClock, bell: WakeBell) {
    self.machine = machine
    self.clock = clock
    self.bell = bell
  }

  deinit {
    for task in tasks.values { task.call?.cancel() }
  }

  /// Seconds until something is due, nil if nothing will be.
  var nextDue: Double? { ready.isEmpty ? timers.next().map { $0 - clock.now } : 0 }

  /// The task that runs now.
  var current: EffectTask? {
    guard let number = machine.currentTask else { return nil }
    if let task = tasks[number] { return task }
    guard let run = beginning else { return nil }
    let task = EffectTask(number: number, run: run, hasBegun: true)
    tasks[number] = task
    run.root = task
    return task
  }

  /// Whether the coroutine that runs now was cancelled: what it still sends does not arrive.
  var isCancelled: Bool {
    guard let number = machine.currentTask else { return false }
    return tasks[number]?.isCancelled ?? beginning?.isCancelled ?? false
  }

  subscript(number: LuaMachine.TaskID) -> EffectTask? { tasks[number] }

  func newTicket() -> Int {
    lastTicket += 1
    return lastTicket
  }

  // MARK: running

  /// Runs an effect up to its first await.
  func begin(_ run: EffectRun, action: Value) {
    let outer = beginning
    beginning = run
    var number: LuaMachine.TaskID = 0
    depth += 1
    var failure: LuaError?
    var waits = false
    do throws(LuaError) {
      if let runner = run.effect.runner {
        let arguments = [action, .integer(Int64(run.number))]
        waits = try machine.start(runner, first: run.effect.function, arguments, task: &number)
      }
    } catch { failure = error }
    depth -= 1
    beginning = outer
    if !waits { ended(number, of: run, failure) }
    drain()
  }

  /// Wakes what is due and hands out what services have answered.
  func turn() {
    for answer in inbox.take() {
      if let task = tasks[answer.task], task.ticket == answer.ticket { resume(task, answer.outcome) }
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
    tasks[number] = task
    task.ticket = newTicket()
    enqueue(task, ticket: task.ticket, .values([]))
  }

  /// A coroutine that a script has sent becomes a run of its own.
  func adopt(_ number: LuaMachine.TaskID, as run: EffectRun) {
    let task = EffectTask(number: number, run: run)
    run.root = task
    tasks[number] = task
    task.ticket = newTicket()
    enqueue(task, ticket: task.ticket, .values([]))
    drain()
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
    depth += 1
    var failure: LuaError?
    var waits = false
    do throws(LuaError) {
      switch outcome {
      case .values(let values): waits = try machine.resume(task.number, returning: values)
      case .raise(let value): waits = try machine.resume(task.number, raising: value)
      }
    } catch { failure = error }
    depth -= 1
    if !waits { ended(task.number, of: task.run, failure) }
    drain()
  }

  private func stopWaiting(_ task: EffectTask) {
    task.ticket = 0
    task.joining = nil
    if task.call != nil { calls -= 1 }
    task.call = nil
  }

  // MARK: ending

  private func ended(_ number: LuaMachine.TaskID, of run: EffectRun, _ failure: LuaError?) {
    let task = tasks.removeValue(forKey: number)
    task?.leave()
    onTaskEnd(number)
    run.living -= 1
    // Of all that end because this one does, the last tells of the run.
    let isLast = run.living == 0
    if let task, let join = task.join {
      answer(join, task, failure)
    } else if let failure, !(failure.isCancellation && task?.isCancelled ?? run.isCancelled) {
      fail(run, failure.caused(by: task?.cause))
    }
    if isLast { onRunEnd(run) }
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

  func cancel(_ run: EffectRun) {
    run.isCancelled = true
    if let root = run.root { cancel(root) }
  }

  /// What a task waits for raises "cancelled" in it, at once or when the script that cancels it comes to its next await; one
  /// that runs sees it when it waits next.
  func cancel(_ task: EffectTask) {
    _ = task.joining?.dissolve()
    // First, from the inside out.
    for child in task.children { cancel(child) }
    guard !task.isCancelled || !task.hasBegun else { return }
    task.isCancelled = true
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
    ended(task.number, of: task.run, .cancelled)
  }

  func cancelAll() {
    for task in tasks.values.sorted(by: { $0.number < $1.number }) where !task.hasEnded { cancel(task.run) }
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
