import LuaRuntime
import UDFEngines
import UDFSync

// Reports the engine's status to the feature.
extension SyncFeed {
  /// Reports that a command of the app has failed; `lost` are the fields of a `mutate` that was not stored.
  func commandFailed(_ reason: String, _ lost: Record?) {
    fail(reason, lost: lost)
    let fix = "To fix this, send the change again later: the field lost of the action \(name)/failed has it."
    let error = HostError(code: "sync", at: nil, of: [name], reason, notes: lost == nil ? [] : [fix])
    events.emit(.error(error, action: nil))
    reported.problem = commandProblem ?? reported.problem
  }

  func fail(_ reason: String, lost: Record? = nil) {
    failures += 1
    if lost == nil { problem = reason }
    let (code, isStale) = (reason == status?.problem ? status?.code : nil, status?.isStale ?? true)
    send(.failed(message: reason, code: code, isStale: isStale, retryIn: status?.retryIn, mutation: nil, lost: lost))
  }

  /// Sends the changes of the status, after the rows that belong to it were delivered.
  func publishStatus() {
    guard let status, let published = slice?.state.value.sync, !isFetching else { return }
    var state = SyncState(status, blocked: blocked)
    state.problem = state.problem ?? commandProblem
    readDeadLetters()
    if counts != (state.pending, state.dead) {
      counts = (state.pending, state.dead)
      send(.pending(count: state.pending, dead: state.dead))
    }
    if let reason = state.problem, reason != problem { fail(reason) }
    problem = state.problem
    // The remaining seconds of a wait are reported only at its start.
    if published.phase == state.phase, published.retryIn != nil, state.retryIn != nil {
      state.retryIn = published.retryIn
    }
    if slice?.state.value.sync != state { send(.status(state)) }
    let (found, isHalted) = (state.blocked ?? state.problem, status.phase == .halted)
    defer { reported = (found, isHalted) }
    guard found != reported.problem || isHalted && !reported.isHalted else { return }
    var report = SyncReport(feature: name, problem: found, pending: state.pending, dead: state.dead)
    report.isHalted = isHalted
    events.emit(.sync(report))
  }

  func send(_ action: SyncAction) {
    guard let slice else { return }
    let (short, fields) = slice.feature.plain(action)
    let type = "\(name)/\(short)"
    dispatcher.dispatch(.named(type, fields, id: dispatcher.number(of: type), origin: .sync))
  }
}
