import LuaRuntime

/// The state as an action left it: to be looked at, while everything else waits.
extension TimeTravel {
  /// After which action the state is shown; nil: the state is the present one.
  var pastAction: Int? { history.past?.n }

  /// Shows the state as an action left it; see ``AppHost/visit(action:)``.
  func visit(action n: Int) throws(HostError) {
    if dispatcher.isBusy || machine.depth > 0 { try refuseIfRunning("at") }
    _ = try shown(after: n, "at")
    showPast(n)
    events.notifyStateReplaced()
  }

  func showPast(_ n: Int) {
    history.visit(n)
    screens.showPast()
    dispatcher.updateWay()
  }

  /// Shows the present again, if the past is shown.
  func leavePast(isObserved: Bool = true) {
    guard pastAction != nil else { return }
    history.returnToLive()
    screens.returnToLive()
    dispatcher.updateWay()
    if isObserved { events.notifyStateReplaced() }
  }

  /// How much there would be to do for a host that does not stand still.
  var waiting: WaitingEvents {
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

  /// Refuses a command after a stop, at a past point and while a script runs.
  func refuseIfRunning(_ what: String) throws(HostError) {
    try dispatcher.refuseIfStopped(what)
    try refuseInThePast(what)
    try dispatcher.refuseInScript(what)
  }
}
