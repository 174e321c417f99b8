/// How coroutines end, by themselves or cancelled.
extension TaskRunner {
  /// A coroutine has ended, which was no task if it never waited.
  package func ended(_ task: LuaTask?, of run: any TaskRun, _ failure: LuaError?) {
    if let task {
      leave(task)
      run.didEnd(task.number)
    }
    run.living -= 1
    // Several may end because this one does; the last of them ends the run.
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

  /// Takes a task out of the tree; what it has spawned hangs from its parent then, or, of the run's own, stays.
  private func leave(_ task: LuaTask) {
    tasks[task.number] = nil
    task.hasEnded = true
    guard let parent = task.parent else { return }
    parent.spawned.remove(task.number)
    for child in task.spawned { tasks[child]?.parent = parent }
    parent.spawned.formUnion(task.spawned)
    task.parent = nil
  }

  /// Resumes the task that waits for one that has ended.
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

  /// An error that nobody has caught ends the whole run.
  private func fail(_ run: any TaskRun, _ failure: LuaError) {
    guard !run.hasFailed else { return }
    run.hasFailed = true
    run.didFail(failure)
    cancel(run)
  }

  /// Cancels runs, in this order.
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

  /// Cancels a task and all that it has spawned, from the inside out.
  func cancel(_ task: LuaTask) {
    var rest = [task]
    var cancelled: [LuaTask] = []
    while let next = rest.popLast() {
      rest += next.spawned.sorted().compactMap { tasks[$0] }
      guard !next.isCancelled else { continue }
      // All of them are marked before the first one is resumed: it may wake others, which must not begin anything then.
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
  /// With the traceback of what it came from, if it has only been passed on.
  fileprivate func caused(by cause: LuaError?) -> LuaError {
    guard let cause, cause.raised == raised, let inner = cause.traceback else { return self }
    var error = self
    error.traceback = [inner, traceback].compactMap(\.self).joined(separator: "\n")
    return error
  }
}
