/// The end of coroutines, by themselves or by cancellation.
extension TaskRunner {
  /// A coroutine has ended. `task` is nil if it never waited.
  package func ended(_ task: LuaTask?, of run: any TaskRun, _ failure: LuaError?) {
    if let task {
      leave(task)
      run.didEnd(task.number)
    }
    run.living -= 1
    // Further coroutines may end because this one does; the last of them ends the run.
    let isLast = run.living == 0
    if let task, let join = task.join {
      answer(join, task, failure)
    } else if let failure, !(failure.isCancellation && task?.isCancelled ?? run.isCancelled) {
      fail(run, failure.caused(by: task?.cause))
    }
    guard isLast else { return }
    run.root = nil
    run.didEnd()
  }

  /// Removes a task from the tree. Its parent adopts its children; the children of a root stay with it.
  private func leave(_ task: LuaTask) {
    tasks[task.number] = nil
    task.hasEnded = true
    guard let parent = task.parent else { return }
    parent.spawned.remove(task.number)
    for child in task.spawned { tasks[child]?.parent = parent }
    parent.spawned.formUnion(task.spawned)
    task.parent = nil
  }

  /// Resumes the task that waits for an ended task.
  private func answer(_ join: TaskJoin, _ task: LuaTask, _ failure: LuaError?) {
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

  /// Ends the whole run with an uncaught error.
  private func fail(_ run: any TaskRun, _ failure: LuaError) {
    guard !run.hasFailed else { return }
    run.hasFailed = true
    run.didFail(failure)
    cancel(run)
  }

  package func cancel(_ runs: [any TaskRun]) {
    together {
      for run in runs { cancel(run) }
    }
  }

  package func markAsCancelled(_ run: any TaskRun) {
    guard !run.isCancelled else { return }
    run.isCancelled = true
    run.didCancel()
  }

  private func cancel(_ run: any TaskRun) {
    markAsCancelled(run)
    if let root = run.root { cancel(root) }
  }

  /// Cancels a task and all its descendants, the innermost first.
  func cancel(_ task: LuaTask) {
    var rest = [task]
    var cancelled: [LuaTask] = []
    while let next = rest.popLast() {
      rest += next.spawned.sorted().compactMap { tasks[$0] }
      guard !next.isCancelled else { continue }
      // All are marked before the first one is resumed, because it may wake others, which must not start anything then.
      next.isCancelled = true
      _ = next.joining?.dissolve()
      cancelled.append(next)
    }
    together {
      for task in cancelled.reversed() { interrupt(task) }
    }
  }

  /// Raises "cancelled" at the await of a waiting task: at once or, if a script cancels it, when that script reaches
  /// its next await. A running task gets the error at its next await.
  private func interrupt(_ task: LuaTask) {
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
  /// Adds the traceback of `cause` if this is the same error, passed on.
  fileprivate func caused(by cause: LuaError?) -> LuaError {
    guard let cause, cause.raised == raised, let inner = cause.traceback else { return self }
    var error = self
    error.traceback = [inner, traceback].compactMap(\.self).joined(separator: "\n")
    return error
  }
}
