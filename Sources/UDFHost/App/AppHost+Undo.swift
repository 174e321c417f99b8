extension AppHost {
  /// Removes the last action that came from the prompt or a view event, with all that it caused and nothing else, as
  /// ``undo(_:)`` does. Gives the removed actions, newest first.
  @discardableResult
  public func undo() throws -> [ActionRecord] { try undo(1).removed }

  /// Removes the last `count` actions that came from the prompt or a view event, with all that they caused and nothing else.
  ///
  /// What other actions did since is reduced again, with the present code and without effects or reactions. Effects of removed
  /// actions end. Throws a ``HostError``, and nothing is done, if there are not so many, if one of them changed what an engine
  /// keeps, or if it would bring back a screen whose route is gone.
  ///
  ///     let report = try host.undo(2)
  ///     report.removed.map(\.type)   // ["cart/priced", "cart/add", "cart/add"]
  ///     report.differing             // what other actions do otherwise now
  @discardableResult
  public func undo(_ count: Int) throws -> RebaseReport {
    try refuseIfRunning("undo")
    return try travel.undo(count)
  }

  /// Brings back what the last undo has removed. Gives the actions, oldest first.
  @discardableResult
  public func redo() throws -> [ActionRecord] { try redo(1).restored }

  /// Brings back what the last `count` undos have removed, each action at its place; effects that were cancelled stay so.
  /// Works until the next action that comes from the prompt or a view event. Throws as ``undo(_:)`` does.
  @discardableResult
  public func redo(_ count: Int) throws -> RebaseReport {
    try refuseIfRunning("redo")
    return try travel.redo(count)
  }

  /// Goes on from the past point that is shown: removes what came after it, as ``undo(_:)`` does, and ``redo()`` brings it back.
  /// What engines have brought stays. Throws a ``HostError`` if the present is shown.
  ///
  ///     try host.visit(action: 3)
  ///     try host.resume()
  @discardableResult
  public func resume() throws -> RebaseReport {
    guard let n = pastAction else {
      throw HostError(code: "usage", message: "resume: this is the present; :at 3 shows the state as #3 left it")
    }
    try refuseInScript("resume")
    // Observers are notified when the state has changed that they see: once, and not at all if nothing was done.
    leavePast(isObserved: false)
    let report: RebaseReport
    do { report = try travel.resume(after: n) } catch {
      showPast(n)
      throw error
    }
    poll()
    return report
  }

  func refuseIfRunning(_ what: String) throws(HostError) {
    try refuseInThePast(what)
    try refuseInScript(what)
  }

  func refuseInScript(_ what: String) throws(HostError) {
    if dispatcher.isBusy || machine.depth > 0 {
      throw HostError(code: "usage", message: "\(what): a script is running; ask again when it has ended")
    }
  }
}

extension AppHost: TimeTravelOwner {
  var effectLedger: EffectLedger { effects.ledger }

  func checkState(for what: String) throws(HostError) {
    guard let flow = current.flow,
      let screen = screenStack.recordedPath.items.map(ScreenInstance.init).first(where: { flow.route($0.route) == nil })
    else { return }
    throw HostError(
      code: "usage",
      message: """
        \(what): it would bring back a screen of the route "\(screen.route)", which is gone
          To fix this, bring the route back, or go on from here
        """)
  }

  func didRebase(without removed: Set<Int>) {
    // First what observes the state: what an effect still does as it ends comes after this.
    let left = screenStack.followRebase()
    derivations.restReactions()
    events.notifySessions()
    effects.cancel { removed.contains($0) }
    screenStack.forget(left)
    events.notifyStateObservers()
  }
}
