import UDF

/// Effects in Swift: what the reducers of native features return.
extension EffectScheduler {
  /// Starts what a reducer returned for the action `n`, as a run of its own that belongs to a screen.
  ///
  /// Its costs are what the owner's thread spends here: the work itself is done on other threads.
  func start(_ work: Effect<HostAction>, of effect: HostEffect, n: Int, screen: Int) {
    guard !isStopping else { return }
    let start = start(effect, n: n, owner: n, screen: screen)
    let native = NativeWork(effect: work, scope: EffectScope(owner: start.number))
    let run = EffectRun(start, of: self, native: native)
    keep(run)
    let begin = { [jobs] in
      jobs.start(work, in: native.scope) { [unowned(unsafe) self] isCancelled in
        if isCancelled { tasks.markAsCancelled(run) }
        ended(run)
      }
    }
    guard let meter = meter(of: effect) else { return begin() }
    meter.cost.calls += 1
    meter.measure(begin)
  }

  /// Whether tasks of effects in Swift run.
  var hasJobs: Bool { !jobs.isIdle }

  /// How many actions of effects in Swift wait to be delivered.
  var waitingActions: Int {
    let isWaiting = { [jobs] (message: Mailbox<HostAction>.Message) in
      message.isAction && message.job.map(jobs.isRunning) ?? false
    }
    return messages.count(where: isWaiting) + mailbox.count(where: isWaiting)
  }

  /// Delivers what tasks have posted. What a cancelled effect has posted is dropped.
  func deliver() {
    // Kept here while it is delivered: a turn from inside must not bring what is newer before what is older.
    messages.append(contentsOf: mailbox.take())
    while let message = messages.popFirst() {
      guard let job = message.job, let owner = jobs.owner(of: job) else { continue }
      switch message {
      case .action(let action, _): deliver(action, of: owner)
      case .note(.misuse(let misuse), _): onMisuse(misuse)
      // No observer of a host sees what use cases in Swift output.
      case .note(.output, _): break
      case .finished: jobs.finish(job)
      }
    }
  }

  func deliver(_ action: HostAction, of number: Int) {
    guard let run = runs[number], !run.isCancelled else { return }
    var action = action
    action.screen = run.screen
    action.cause = run.cause
    dispatch(action)
  }

  /// One run in Swift has cancelled another one by its id.
  func didCancel(_ number: Int, by other: Int) {
    guard let run = runs[number] else { return }
    ledger.add(.cancelled, run.effect, of: run.owner, by: runs[other]?.owner ?? 0)
  }
}
