// Delivers the messages of handles and effects on the owner.
extension Store {
  /// Delivers the actions that handles and effects have sent since the last call. Never blocks.
  ///
  ///     store.handle(.increment)
  ///     store.poll()   // reduces it
  public func poll() { _ = asOwner("poll", "It was refused.") { deliverMessages() } }

  @usableFromInline func deliverMessages() {
    guard phase == .idle else {
      wantsPoll = true
      hasWork = true
      return
    }
    wantsPoll = false
    // Messages are kept here during the delivery, so that a nested poll delivers none before older ones.
    inbox.append(contentsOf: mailbox.take())
    while phase == .idle, let message = inbox.popFirst() {
      guard isCurrent(message) else { continue }
      switch message {
      case .action(let action, let job): deliver(action, in: job.flatMap(effects.scope))
      case .note(let note, _): emit(note)
      case .finished(let job): effects.finish(job)
      }
    }
  }

  /// Whether a message should be delivered. Actions that a cancelled effect sent before it stopped are dropped.
  private func isCurrent(_ message: Mailbox<Action>.Message) -> Bool { message.job.map(effects.isRunning) ?? true }

  private func pending(where predicate: (Mailbox<Action>.Message) -> Bool) -> Int {
    let counts = { [self] message in predicate(message) && isCurrent(message) }
    return inbox.count(where: counts) + mailbox.count(where: counts)
  }

  func cancel(_ scope: EffectScope) { _ = asOwner("cancel", "It was refused.") { effects.cancel(scope) } }

  /// Cancels all running effects. Actions that they have sent and that are not yet reduced are dropped.
  package func cancelEffects() { effects.cancelAll() }

  /// Whether no effect is running and no message is pending.
  public var isSettled: Bool { effects.isIdle && pending { _ in true } == 0 }

  /// The number of actions from handles and effects that wait for ``poll()``.
  package var waiting: Int { pending(where: \.isAction) }

  /// Makes a waiting ``deliver(before:isolation:preparing:until:)`` check its condition again, on any thread.
  package var ring: @Sendable () -> Void { { [mailbox] in mailbox.ring() } }

  /// Delivers messages until `isEnough` returns true, nothing is running, or the deadline has passed.
  ///
  /// - Parameter prepare: called before each delivery.
  package func deliver(
    before deadline: ContinuousClock.Instant, isolation: isolated (any Actor)? = #isolation,
    preparing prepare: () -> Void, until isEnough: () -> Bool
  ) async {
    while !Task.isCancelled {
      let posted = mailbox.posted
      prepare()
      poll()
      if isEnough() || isSettled || ContinuousClock.now >= deadline { return }
      await mailbox.wait(past: posted, until: deadline)
    }
  }

  /// Waits until the effects of a scope have finished. If the task is cancelled, the effects are cancelled too.
  func finish(_ scope: EffectScope, isolation: isolated (any Actor)?) async {
    await deliver(isolation: isolation) { scope.jobs.isEmpty }
    if Task.isCancelled { cancel(scope) }
  }

  /// Waits until all effects, and those of the actions that they send, have finished, or the task is cancelled.
  ///
  ///     store.send(.increment)
  ///     await store.settle()
  ///     print(store.isSettled, store.revision)   // true 1
  public func settle(isolation: isolated (any Actor)? = #isolation) async {
    await deliver(isolation: isolation) { isSettled }
  }

  private func deliver(isolation: isolated (any Actor)?, until isEnough: () -> Bool) async {
    while !Task.isCancelled {
      // Read before the check, because a nested poll may take a message that arrives before this task waits.
      let posted = mailbox.posted
      poll()
      if isEnough() { return }
      await mailbox.wait(past: posted)
    }
  }
}
