import LuaRuntime

/// The state as an action left it: to be looked at, while everything else waits.
extension AppHost {
  /// After which action the state is shown, until ``returnToLive()``; nil: the state is the present one.
  public var pastAction: Int? { tree.history.past?.n }

  /// Shows the state as an action left it, 0 being the beginning. State, views, screens and Lua that only reads work there.
  /// Nothing else does: what effects, engines, other threads and saved files have for the host waits, and what would change
  /// the state is refused. Throws a ``HostError`` if the history has no such action.
  ///
  ///     try host.visit(action: 12)
  ///     try host.value(at: "cart.total")
  ///     try host.returnToLive()
  public func visit(action n: Int) throws {
    if dispatcher.isBusy || machine.depth > 0 { try refuseIfRunning("at") }
    _ = try travel.shown(after: n, "at")
    showPast(n)
    events.notifyStateReplaced()
  }

  func showPast(_ n: Int) {
    tree.history.visit(n)
    let path = screenStack.showPast()
    if livePath == nil { livePath = path }
    dispatcher.updateWay()
  }

  /// Comes back to the present, and does what has waited. Throws a ``HostError`` while a script runs.
  public func returnToLive() throws {
    try refuseInScript("at")
    leavePast()
    poll()
  }

  func leavePast(isObserved: Bool = true) {
    guard let livePath else { return }
    tree.history.returnToLive()
    screenStack.restore(livePath)
    self.livePath = nil
    dispatcher.updateWay()
    if isObserved { events.notifyStateReplaced() }
  }

  /// How much there would be to do for a host that does not stand still.
  public var waiting: WaitingEvents {
    WaitingEvents(
      effects: effects.waiting, messages: dispatcher.store.waiting + effects.waitingActions,
      deliveries: engines.waiting, files: reloader.inbox.count)
  }

  /// Refuses what cannot be done at a past point.
  func refuseInThePast(_ what: String, _ note: String? = nil) throws(HostError) {
    guard let past = pastAction else { return }
    let waiting = waiting
    let notes = [note, waiting.isNone ? nil : "\(waiting) \(waiting.count == 1 ? "waits" : "wait")."]
    let lines = (notes.compactMap(\.self) + ["To go on, come back to the present: :at live"]).map { "\n  \($0)" }
    throw HostError(
      code: "past",
      message: "\(what): this is the past, as #\(past) left it, where one can only look\(lines.joined())")
  }
}
