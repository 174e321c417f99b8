/// Finds the action that causes the action that is sent now.
extension Dispatcher {
  /// The number of the action that causes what a script sends now; 0: none.
  var causeOfScript: Int {
    switch machine.phase {
    case .effect: effects.cause
    case .middleware where isAfterReducers: tree.last.n
    default: 0
    }
  }

  /// The number of the action whose undo cancels a function that a script sends now; 0: none.
  var ownerOfScript: Int {
    if machine.phase == .middleware, isBeforeReducers { return trigger().cause }
    return machine.phase == .effect ? effects.owner : causeOfScript
  }

  /// The number of the action that causes what Swift code sends now; 0: none. During a dispatch, observers send, and services that
  /// effects call.
  var causeOfProgram: Int {
    if isBeforeReducers { return 0 }
    if isBusy, !isAnswering { return tree.last.n }
    return machine.depth > 0 ? causeOfScript : 0
  }

  /// Returns the trigger of the action that middleware sees before its reducers.
  func trigger() -> Trigger {
    let next = tree.history.count + 1
    // A trigger of an earlier action is not used again.
    if let presentTrigger, presentTrigger.cause == next { return presentTrigger }
    let trigger = Trigger(next)
    presentTrigger = trigger
    return trigger
  }

  /// Ends the trigger of an action that was not committed: actions that middleware has sent because of it get the
  /// action's own cause. Returns the trigger.
  @discardableResult
  func endTrigger(of n: Int, _ origin: Origin, cause: Int) -> Trigger {
    // The trigger of an earlier action is left as it is.
    let present = presentTrigger.flatMap { $0.cause == n ? $0 : nil }
    presentTrigger = nil
    let trigger = present ?? Trigger(n)
    trigger.end(origin, cause: cause)
    if present != nil { effects.give(runsOf: n, to: trigger.cause) }
    return trigger
  }
}
