import UDF

/// Effects in Swift, which the reducers of native features return.
extension EffectScheduler {
  /// Starts the effect that a reducer returned for the action `n` as a separate run, which belongs to a screen.
  ///
  /// Its costs are the time that the owner's thread spends here: other threads do the work itself.
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
    meter.measure(of: n, begin)
  }

  /// Whether tasks of effects in Swift run.
  var hasJobs: Bool { !jobs.isIdle }

  /// The number of actions of effects in Swift that are not delivered yet.
  var waitingActions: Int {
    let isWaiting = { [jobs] (message: Mailbox<HostAction>.Message) in
      message.isAction && message.job.map(jobs.isRunning) ?? false
    }
    return messages.count(where: isWaiting) + mailbox.count(where: isWaiting)
  }

  /// Delivers the messages of tasks, except those of cancelled effects.
  func deliver() {
    // The messages are stored here during the delivery, so that a nested turn delivers them in their order.
    messages.append(contentsOf: mailbox.take())
    while let message = messages.popFirst() {
      guard let job = message.job, let owner = jobs.owner(of: job) else { continue }
      switch message {
      case .action(let action, _): deliver(action, of: owner)
      case .note(.misuse(let misuse), _): onMisuse(misuse)
      case .note(.failure(let error), _): report(error, of: owner)
      case .note(.output(let trace), _): report(trace, of: owner)
      case .finished: jobs.finish(job)
      }
    }
  }

  /// Reports an output of a use case, as the prelude does for use cases in Lua.
  private func report(_ output: UseCaseTrace, of number: Int) {
    guard let run = runs[number], !run.isCancelled else { return }
    let fields: Record = ["action": .string(run.effect.fullName)]
    emit(.log(level: "trace", message: "\(output.useCase): \(output.outputName)", fields: fields))
  }

  /// Reports the error that the work of a run threw.
  private func report(_ error: any Error, of number: Int) {
    guard let run = runs[number] else { return }
    let misuse = Misuse.uncaughtError(error, in: run.title ?? run.effect.subject)
    emit(.error(HostError(code: "effect", message: misuse.message), action: run.action))
  }

  func deliver(_ action: HostAction, of number: Int) {
    guard let run = runs[number], !run.isCancelled else { return }
    var action = action
    action.screen = run.screen
    action.cause = run.cause
    dispatch(action)
  }

  /// Called when a run in Swift has cancelled another run by its id.
  func didCancel(_ number: Int, by other: Int) {
    guard let run = runs[number] else { return }
    ledger.add(.cancelled, run.effect, of: run.owner, by: runs[other]?.owner ?? 0)
  }
}
