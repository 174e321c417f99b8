import DequeModule

/// Runs the coroutines of a machine as tasks: resumes them when an awaited result arrives, and cancels them.
///
/// Each wait of a task has a ticket, a number that is never reused. An answer with another ticket is late, because the
/// task waits for something else or has ended, and is ignored. A coroutine that never waits does not become a task.
package final class TaskRunner {
  private struct Ready {
    var task: LuaTask
    var ticket: Int
    var outcome: CallOutcome
  }

  /// The number of coroutines resumed in one turn. It keeps tasks that wake each other from blocking the host.
  private static let turnLimit = 1000

  let machine: LuaMachine
  let clock: any HostClock
  let bell: WakeBell
  let inbox = CallInbox()
  // Unchecked, because every await uses these and no access lasts.
  @exclusivity(unchecked) package var timers = TimerQueue()
  /// The number of tasks that wait for a service.
  @exclusivity(unchecked) package internal(set) var calls = 0
  @exclusivity(unchecked) var tasks: [LuaMachine.TaskID: LuaTask] = [:]
  @exclusivity(unchecked) private var ready: Deque<Ready> = []
  @exclusivity(unchecked) private var lastTicket = 0
  /// The number of nested coroutine runs.
  @exclusivity(unchecked) var depth = 0
  @exclusivity(unchecked) private var isDraining = false
  /// The running task; nil if no coroutine runs, or if the running one has not waited yet.
  @exclusivity(unchecked) package private(set) var running: LuaTask?

  /// Returns the run of the coroutine that started last and has not waited yet; nil if there is none.
  package var startingRun: () -> (any TaskRun)? = { nil }
  /// Measures the function that resumes a coroutine of the run; nil: no measuring.
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

  /// Whether no coroutine and no pending timer or call is left.
  package var isEmpty: Bool { tasks.isEmpty && ready.isEmpty && timers.isEmpty && calls == 0 }

  /// When the next resume is due, in seconds of the clock, possibly in the past; nil if nothing is pending.
  package var nextMoment: Double? { ready.isEmpty ? timers.next() : -.infinity }
  /// Seconds until the next resume is due; nil if nothing is pending.
  package var nextDue: Double? { nextMoment.map { max(0, $0 - clock.now).wholeNanoseconds } }

  /// The number of coroutines that a turn would resume now.
  package var waiting: Int {
    ready.count + timers.count(at: clock.now) + inbox.count { tasks[$0.task]?.ticket == $0.ticket }
  }

  /// The task of the running coroutine, made if it has none yet; nil if no coroutine runs.
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

  /// Runs a function as a coroutine up to its first await; returns whether it waits. If it has ended, the caller must
  /// call ``ended(_:of:_:)``; in any case it must call ``drain()``.
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

  /// Resumes the tasks that are due; with `hasAnswers` also those with answers of services.
  package func turn(hasAnswers: Bool) {
    together {
      if hasAnswers {
        for answer in inbox.take() {
          if let task = tasks[answer.task], task.ticket == answer.ticket { resume(task, answer.outcome) }
        }
      }
      // A task that sleeps again meanwhile is resumed in the next turn, so that no task can block the others.
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

  /// Resumes several tasks. The tasks that they wake are resumed after all of them; the limit of a turn applies once.
  func together(_ body: () -> Void) {
    let outer = isDraining
    isDraining = true
    body()
    isDraining = outer
    drain()
  }

  /// Resumes a spawned or waiting task as soon as the running task reaches its next await.
  func enqueue(_ task: LuaTask, ticket: Int, _ outcome: CallOutcome) {
    ready.append(Ready(task: task, ticket: ticket, outcome: outcome))
  }

  /// Makes a task of a coroutine that a script has spawned.
  func adopt(_ number: LuaMachine.TaskID, parent: LuaTask) {
    let task = LuaTask(number: number, run: parent.run, parent: parent)
    parent.run.living += 1
    adopt(task)
  }

  /// Makes a coroutine that a script has sent the root task of a run of its own.
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

  /// Resumes the tasks that were woken. Does nothing while a coroutine runs.
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
    task.isSending = false
    task.joining = nil
    if task.call != nil { calls -= 1 }
    task.call = nil
  }
}
