import DequeModule
import LuaRuntime
import UDFServices

/// Runs the coroutines of effects in Lua: starts them, resumes them when the awaited result has come, and cancels them.
///
/// Whatever a task waits for has a number, its ticket, that is never used twice. An answer that comes late, when the task waits
/// for something else or has ended, is dropped.
final class TaskRunner {
  private struct Ready {
    var task: EffectTask
    var ticket: Int
    var outcome: CallOutcome
  }

  /// How many coroutines are resumed in one turn, so that two that keep waking each other leave time for others.
  private static let turnLimit = 1000

  let machine: LuaMachine
  let clock: any HostClock
  let bell: WakeBell
  let inbox = CallInbox()
  // Each is only in use for an instant, and every await asks for them.
  @exclusivity(unchecked) var timers = TimerQueue()
  /// How many tasks wait for a service.
  @exclusivity(unchecked) var calls = 0
  @exclusivity(unchecked) var tasks: [LuaMachine.TaskID: EffectTask] = [:]
  @exclusivity(unchecked) private var ready: Deque<Ready> = []
  @exclusivity(unchecked) private var lastTicket = 0
  /// How many coroutines run inside one another.
  @exclusivity(unchecked) private(set) var depth = 0
  @exclusivity(unchecked) private var isDraining = false
  /// The effects whose own coroutines run up to their first await now, the innermost last.
  @exclusivity(unchecked) private var starts: [EffectStart] = []
  /// The task that runs now; nil: the innermost of ``starts`` does, if there is one.
  @exclusivity(unchecked) private var running: EffectTask?

  /// Called when a run has raised.
  var onFailure: (LuaError, EffectRun) -> Void = { _, _ in }
  /// Called when a task has ended.
  var onTaskEnd: (LuaMachine.TaskID) -> Void = { _ in }
  /// Called when an effect has become a run, because it waits, fails or is looked for.
  var onRun: (EffectRun) -> Void = { _ in }
  var onRunEnd: (EffectRun) -> Void = { _ in }
  /// Called when a run is cancelled, before its coroutines are.
  var onRunCancel: (EffectRun) -> Void = { _ in }
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

  /// How many coroutines would be resumed now.
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

  /// Whether the coroutine that runs now was cancelled, so that its actions are refused.
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

  /// Makes runs of all effects that have begun, for a caller that looks for some.
  func makeRuns() {
    for position in starts.indices { _ = run(at: position) }
  }

  /// Resumes what is due; with `hasAnswers` also what services have answered.
  func turn(hasAnswers: Bool) {
    together {
      if hasAnswers {
        for answer in inbox.take() {
          if let task = tasks[answer.task], task.ticket == answer.ticket { resume(task, answer.outcome) }
        }
      }
      // A task that sleeps again meanwhile is resumed in the next turn, so that none can delay the others for ever.
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

  /// Resumes several tasks. The tasks that they wake are resumed after all of them, and not up to the limit of a turn after each.
  func together(_ body: () -> Void) {
    let outer = isDraining
    isDraining = true
    body()
    isDraining = outer
    drain()
  }

  /// Resumes a spawned or waiting task as soon as the running one has come to its next await.
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

  func resume(_ task: EffectTask, _ outcome: CallOutcome) {
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

  /// What adds up the costs of an effect; nil while nothing is measured.
  func meter(of effect: HostEffect) -> Meter? {
    profiler?.meter(.effect, effect.action.isEmpty ? effect.subject : effect.fullName)
  }

  @inline(__always) private func measured(by meter: Meter?, _ body: () throws(LuaError) -> Bool) throws(LuaError)
    -> Bool
  {
    guard let meter else { return try body() }
    return try meter.measure(body)
  }

  func stopWaiting(_ task: EffectTask) {
    task.ticket = 0
    task.joining = nil
    if task.call != nil { calls -= 1 }
    task.call = nil
  }
}
