import FileWatching
import LuaRuntime

/// Shows the state as an action left it. Meanwhile dispatch, effects and engines wait.
extension TimeTravel {
  /// The number of the action after which the state is shown; nil: the present state is shown.
  var pastAction: Int? { history.past?.n }

  /// Shows the state as an action left it; see ``AppHost/visit(action:)``.
  func visit(action n: Int) throws(HostError) {
    if dispatcher.isBusy || machine.depth > 0 { try refuseIfRunning("at") }
    _ = try shown(after: n, "at")
    showPast(n)
    events.notifyStateReplaced()
    events.emit(.moment(action: n, waiting))
  }

  /// Shows the present state again, and reports the number of events that have waited meanwhile.
  func returnToLive() {
    guard pastAction != nil else { return }
    let waiting = waiting
    leavePast()
    events.emit(.moment(action: nil, waiting))
  }

  /// Returns the whole state as an action left it. Does not notify observers, and starts no engine.
  func state(after n: Int) throws(HostError) -> Value {
    try withState(after: n, for: "state") { () throws(HostError) in
      var state: Record = [:]
      for (name, slice) in tree.slices.sorted(by: { $0.key < $1.key }) {
        do throws(LuaError) { state[name] = try slice.plain } catch { throw HostError(error) }
      }
      return .map(state)
    }
  }

  /// Calls `body` with the state and the path as an action left them. Does not notify observers; `what` names the caller in
  /// the error.
  func withState<Seen>(after n: Int, for what: String, _ body: () throws(HostError) -> Seen) throws(HostError) -> Seen {
    _ = try shown(after: n, what)
    let past = pastAction
    showPast(n)
    defer { if let past { showPast(past) } else { leavePast(isObserved: false) } }
    return try body()
  }

  func showPast(_ n: Int) {
    history.visit(n)
    screens.showPast()
    dispatcher.updateNeedsFullDispatch()
  }

  /// Shows the present state if a past point is shown.
  func leavePast(isObserved: Bool = true) {
    guard pastAction != nil else { return }
    history.returnToLive()
    screens.returnToLive()
    dispatcher.updateNeedsFullDispatch()
    if isObserved { events.notifyStateReplaced() }
  }

  /// The numbers of events that wait while a past point is shown.
  var waiting: WaitingEvents {
    WaitingEvents(
      effects: effects.waiting, messages: dispatcher.store.waiting + effects.waitingActions,
      deliveries: engines.waiting, files: reloader.inbox.count)
  }

  /// Throws at a past point, for commands that need the present state.
  func refuseInThePast(_ what: String, _ note: String? = nil) throws(HostError) {
    guard let past = pastAction else { return }
    let waiting = waiting
    let notes = [note, waiting.isNone ? nil : "\(waiting) \(waiting.count == 1 ? "waits" : "wait")."]
    throw HostError(
      code: "past", at: nil, of: [what], "the past state after #\(past) is shown and cannot be changed",
      notes: notes.compactMap(\.self) + ["To continue, return to the present: :at live"])
  }

  /// Throws after a stop, at a past point, and while a script runs.
  func refuseIfRunning(_ what: String) throws(HostError) {
    try dispatcher.refuseIfStopped(what)
    try refuseInThePast(what)
    try dispatcher.refuseInScript(what)
  }
}
