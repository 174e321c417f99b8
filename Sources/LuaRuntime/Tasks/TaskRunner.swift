import DequeModule

/// Runs the coroutines of a machine as tasks: resumes them when the awaited result has come, and cancels them.
///
/// Whatever a task waits for has a number, its ticket, that is never used twice. An answer that comes late, when the task waits
/// for something else or has ended, is dropped. A coroutine that never waits is never a task.
package final class TaskRunner {
  private struct Ready {
    var task: LuaTask
    var ticket: Int
    var outcome: CallOutcome
  }

  /// How many coroutines are resumed in one turn, so that two that keep waking each other leave time for others.
  private static let turnLimit = 1000

  let machine: LuaMachine
  let clock: any HostClock
  let bell: WakeBell
  let inbox = CallInbox()
  // Each is only in use for an instant, and every await needs them.
  @exclusivity(unchecked) package var timers = TimerQueue()
  /// How many tasks wait for a service.
  @exclusivity(unchecked) package internal(set) var calls = 0
  @exclusivity(unchecked) var tasks: [LuaMachine.TaskID: LuaTask] = [:]
  @exclusivity(unchecked) private var ready: Deque<Ready> = []
  @exclusivity(unchecked) private var lastTicket = 0
  /// How many coroutines run inside one another.
  @exclusivity(unchecked) private(set) var depth = 0
  @exclusivity(unchecked) private var isDraining = false
  /// The task that runs now; nil: no coroutine runs, or one that was begun and has not waited yet.
  @exclusivity(unchecked) package private(set) var running: LuaTask?

  /// Returns the run of the coroutine that was begun last and has not waited yet; nil if there is none.
  package var startingRun: () -> (any TaskRun)? = { nil }
  /// Calls the function that resumes a coroutine of the run, and measures it; nil: nothing is measured.
  @exclusivity(unchecked) package var measure: ((any TaskRun, _ step: () -> Void) -> Void)?

  package init(machine: LuaMachine, clock: any HostClock, bell: WakeBell) {
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
  package var isEmpty: Bool { tasks.isEmpty && ready.isEmpty && timers.isEmpty && calls == 0 }

  /// When something is due on the clock, maybe long ago; nil if nothing will be.
  package var nextMoment: Double? { ready.isEmpty ? timers.next() : -.infinity }
  /// Seconds until then, nil if nothing will be due.
  package var nextDue: Double? { nextMoment.map { max(0, $0 - clock.now).wholeNanoseconds } }

  /// How many coroutines would be resumed now.
  package var waiting: Int {
    ready.count + timers.count(at: clock.now) + inbox.count { tasks[$0.task]?.ticket == $0.ticket }
  }

  /// The task of the coroutine that runs now, made if there is none yet; nil if no coroutine runs.
  package var current: LuaTask? {
    if let running { return running }
    guard let run = startingRun(), let number = machine.currentTask else { return nil }
    let task = LuaTask(number: number, run: run, hasBegun: true)
    tasks[number] = task
    run.root = task
    running = task
    return task
  }

  package subscript(number: LuaMachine.TaskID) -> LuaTask? { tasks[number] }

  package func newTicket() -> Int {
    lastTicket += 1
    return lastTicket
  }

  // MARK: running

  /// Runs a function as a coroutine up to its first await; returns whether it waits. What has ended is to be passed to
  /// ``ended(_:of:_:)``, and ``drain()`` is to be called then.
  package func begin(
    _ function: LuaReference, context: LuaReference?, argument: TaskArgument
  ) throws(LuaError) -> Bool {
    let outer = running
    running = nil
    depth += 1
    defer {
      depth -= 1
      running = outer
    }
    var number: LuaMachine.TaskID = 0
    return try machine.start(function, context: context, argument: argument, task: &number)
  }

  /// Resumes what is due; with `hasAnswers` also what services have answered.
  package func turn(hasAnswers: Bool) {
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
        case .other(let other): other.timerFired()
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
  func enqueue(_ task: LuaTask, ticket: Int, _ outcome: CallOutcome) {
    ready.append(Ready(task: task, ticket: ticket, outcome: outcome))
  }

  /// A coroutine that a script has spawned becomes a task.
  func adopt(_ number: LuaMachine.TaskID, parent: LuaTask) {
    let task = LuaTask(number: number, run: parent.run, parent: parent)
    parent.run.living += 1
    adopt(task)
  }

  /// A coroutine that a script has sent becomes the first of a run of its own.
  package func adopt(_ number: LuaMachine.TaskID, as run: any TaskRun) {
    let task = LuaTask(number: number, run: run)
    run.root = task
    adopt(task)
    drain()
  }

  private func adopt(_ task: LuaTask) {
    tasks[task.number] = task
    task.ticket = newTicket()
    enqueue(task, ticket: task.ticket, .values([]))
  }

  /// Resumes what the coroutine that has just returned to the host has woken.
  package func drain() {
    guard depth == 0, !isDraining else { return }
    isDraining = true
    defer { isDraining = false }
    for _ in 0..<TaskRunner.turnLimit {
      guard let next = ready.popFirst() else { return }
      if next.task.ticket == next.ticket { resume(next.task, next.outcome) }
    }
  }

  func resume(_ task: LuaTask, _ outcome: CallOutcome) {
    stopWaiting(task)
    task.hasBegun = true
    let outer = running
    running = task
    depth += 1
    var failure: LuaError?
    var waits = false
    if let measure {
      measure(task.run) { waits = step(task, outcome, &failure) }
    } else {
      waits = step(task, outcome, &failure)
    }
    depth -= 1
    running = outer
    if !waits { ended(task, of: task.run, failure) }
    drain()
  }

  @inline(__always) private func step(_ task: LuaTask, _ outcome: CallOutcome, _ failure: inout LuaError?) -> Bool {
    do throws(LuaError) {
      switch outcome {
      case .values(let values): return try machine.resume(task.number, returning: values)
      case .raise(let value): return try machine.resume(task.number, raising: value)
      }
    } catch {
      failure = error
      return false
    }
  }

  func stopWaiting(_ task: LuaTask) {
    task.ticket = 0
    task.joining = nil
    if task.call != nil { calls -= 1 }
    task.call = nil
  }
}
