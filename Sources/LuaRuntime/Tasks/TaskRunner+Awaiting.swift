import Platform

/// The host functions with which scripts wait.
extension TaskRunner {
  /// Calls `body` with the running task, or returns a failure if it may not wait here.
  private func waiting(_ body: (LuaTask) throws -> HostAnswer) rethrows -> HostAnswer {
    let task = machine.phase == .effect ? current : nil
    // Checked first: the handlers that close a cancelled task's variables get the same error wherever they run.
    if let task, task.isCancelled { return .failure(LuaError.cancelled.value) }
    guard machine.canAwait, let task else {
      return .failure(
        """
        cannot await here: only an effect may wait, and not inside a callback of sort or gsub or while an error ends it
        """)
    }
    return try body(task)
  }

  /// `cx.sleep(seconds)`.
  package func sleep(_ arguments: [Value]) -> HostAnswer {
    guard let seconds = (arguments.first ?? .none).double, seconds.isFinite else {
      return .failure(.string("cx.sleep takes seconds, got \((arguments.first ?? .none).shown)"))
    }
    return waiting { task in
      task.ticket = newTicket()
      timers.add(.task(task), due: (clock.now + max(0, seconds)).wholeNanoseconds, ticket: task.ticket)
      return .suspend
    }
  }

  /// Suspends the task that sends an action until ``answer(_:_:)``. Returns nil if it may not wait here.
  package func suspendSender() -> SuspendedSender? {
    guard machine.canAwait, let task = current else { return nil }
    task.ticket = newTicket()
    task.isSending = true
    return SuspendedSender(task: task.number, ticket: task.ticket)
  }

  /// Whether the task waits for its action, and was not cancelled meanwhile.
  package func isWaiting(_ sender: SuspendedSender) -> Bool { tasks[sender.task]?.ticket == sender.ticket }

  /// Resumes a task that has sent an action; does nothing if it was cancelled.
  package func answer(_ sender: SuspendedSender, _ outcome: CallOutcome) {
    if let task = tasks[sender.task], task.ticket == sender.ticket { resume(task, outcome) }
  }

  /// Cancels the runs that wait for the outcome of an action, because these actions were dropped. They end in the next turn: what then
  /// starts must not send anything while the caller empties its queue.
  package func cancelSenders() {
    depth += 1
    cancel(tasks.values.filter(\.isSending).sorted { $0.number < $1.number }.map(\.run))
    depth -= 1
  }

  /// Starts the work of a service and waits for it. Does not start it if the code may not wait here.
  package func call(_ begin: () throws -> CallOutcome.Work) rethrows -> HostAnswer {
    try waiting { task in
      let body = try begin()
      let (ticket, number) = (newTicket(), task.number)
      task.ticket = ticket
      calls += 1
      task.call = Task { [inbox, bell] in
        let outcome = await body()
        inbox.post(.init(task: number, ticket: ticket, outcome: outcome, charge: .current))
        bell.ring()
      }
      return .suspend
    }
  }

  /// `spawn(coroutine)`: runs a coroutine besides the running one and returns its number.
  package func spawn(_ arguments: [Value]) -> HostAnswer {
    guard case .integer(let id)? = arguments.first else { return .values([]) }
    let number = LuaMachine.TaskID(id)
    guard machine.phase == .effect, let parent = current, !parent.isCancelled else {
      machine.drop(number)
      let reason: Value = "cx.spawn, cx.all and cx.race work only while their effect runs"
      return .failure(machine.phase == .effect && current != nil ? LuaError.cancelled.value : reason)
    }
    adopt(number, parent: parent)
    return .values([.integer(id)])
  }

  /// `join(race, numbers…)`: waits for all tasks or the first one. An error of one is raised and cancels the others.
  package func join(_ arguments: [Value]) -> HostAnswer {
    let tasks = arguments.dropFirst().compactMap { value -> LuaTask? in
      if case .integer(let id) = value { self[LuaMachine.TaskID(id)] } else { nil }
    }
    return waiting { owner in
      guard !tasks.isEmpty else { return .values([]) }
      guard !tasks.contains(where: { $0.join != nil }) else {
        return .failure("this task is awaited already. To fix this, await it in one place, and keep its result")
      }
      guard !isAwaited(owner, byOneOf: tasks) else {
        return .failure(
          """
          this await would never end: the awaited task waits for the task that awaits it. To fix this, let only one of \
          them await the other
          """)
      }
      owner.ticket = newTicket()
      owner.joining = TaskJoin(owner: owner, ticket: owner.ticket, isRace: arguments.first == true, tasks: tasks)
      return .suspend
    }
  }

  /// Whether one of the tasks is this task or waits for it, directly or through others: then the wait has no end.
  private func isAwaited(_ task: LuaTask, byOneOf tasks: [LuaTask]) -> Bool {
    guard tasks.contains(where: { $0.joining != nil || $0 === task }) else { return false }
    var waiting: LuaTask? = task
    while let next = waiting {
      if tasks.contains(where: { $0 === next }) { return true }
      waiting = next.join?.owner
    }
    return false
  }

  /// `task.cancel()` of a spawned task.
  package func cancelTask(_ arguments: [Value]) -> HostAnswer {
    guard machine.phase == .effect else { return .failure("task.cancel works only in an effect") }
    if case .integer(let id)? = arguments.first, let task = self[LuaMachine.TaskID(id)] { cancel(task) }
    return .values([])
  }
}
