import Synchronization

// The slow path of calls whose caller may not be the owner.
extension Store {
  /// Sends an action if the fast check could not confirm that the caller is the owner.
  ///
  /// Inlinable, so that callers have it for their own types: a store without an actor needs it with each action.
  @inline(never) @inlinable func sendFromElsewhere(_ action: Action, _ location: SourceLocation) -> SentEffects {
    asOwner { sendAsOwner(action, location) } ?? postAction(action, location)
  }

  /// Queues an action of a caller that may not use the store now, and reports the call.
  @inline(never) @usableFromInline func postAction(_ action: Action, _ location: SourceLocation) -> SentEffects {
    report("send(\(Misuse.name(of: action)))", "The action is reduced on the owner, later.", location)
    mailbox.post(.action(action, job: nil))
    owner.noteRefusal()
    deliverUnclaimed()
    return SentEffects()
  }

  private func report(_ call: String, _ outcome: String, _ location: SourceLocation?) {
    mailbox.post(.note(.misuse(.foreignCaller(call, outcome: outcome, at: location)), job: nil))
  }

  /// Returns the result of `body`; nil if the caller may not use the store now, which is reported.
  func asOwner<Result>(
    _ call: @autoclosure () -> String, _ outcome: String, _ location: SourceLocation? = nil, _ body: () -> Result
  ) -> Result? {
    if let result = asOwner(body) { return result }
    report(call(), outcome, location)
    return nil
  }

  /// Returns the result of `body`; nil if the caller may not use the store now.
  @inlinable func asOwner<Result>(_ body: () -> Result) -> Result? {
    switch owner.admit() {
    case .owner:
      thread.store(owner.thread, ordering: .relaxed)
      return body()
    case .claimed:
      defer {
        owner.release()
        deliverUnclaimed()
      }
      return body()
    case .refused: return nil
    }
  }

  /// Delivers messages of callers who could not claim the store, unless its owner has a way to be woken.
  @inlinable func deliverUnclaimed() {
    while !hasWake, owner.claimForRefused() {
      deliverMessages()
      owner.release()
    }
  }

  @inline(never) @usableFromInline func checkReading() {
    if phase != .reducing, owner.isCurrent { return }
    let isReducing = asOwner("state", "The value may be torn.") { phase == .reducing }
    if isReducing == true { onMisuse(.stateInReducer) }
  }
}
