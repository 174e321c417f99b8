import LuaRuntime
import UDF

extension Host {
  /// Sends an action and everything that follows from it at once. Throws a ``HostError`` if it is refused or unhandled.
  public func send(_ type: String, _ fields: Record = [:], origin: Origin = .native) throws {
    var action = fields
    action["type"] = .string(type)
    let id = tree.actions.number(of: type) ?? -1
    try dispatch(HostAction(id: id, origin: origin, payload: .bytes(TapeWriter.bytes(of: .map(action)))))
  }

  func dispatch(_ action: HostAction) throws(HostError) {
    if isBusy { return store.send(action) }
    isBusy = true
    awaitsOutcome = true
    outcome = nil
    store.send(action)
    isBusy = false
    if let outcome { throw outcome }
  }

  /// A script sends an action; what is returned is raised in it.
  func sent(_ id: Int32) -> String? {
    let phase = machine.phase
    if phase == .load { return "\(machine.callSite): an action cannot be sent while files load; use an effect of `start`" }
    let origin = phase == .prompt ? Origin.prompt : .effect
    // One that waits, or that others see before its reducer, is kept as bytes: the script goes on and may reuse the table.
    let isCopied = isBusy || !store.middleware.isEmpty
    do throws(HostError) {
      try dispatch(HostAction(id: id, origin: origin, payload: isCopied ? .bytes(machine.action) : .current))
      return nil
    } catch {
      return error.message
    }
  }

  /// After each action: tells who watches and starts its effects.
  func told() {
    if awaitsOutcome {
      awaitsOutcome = false
      outcome = tree.last.error
    }
    let id = Int(tree.last.action.id)
    let hasEffects = tree.last.status == .committed && id >= 0 && !tree.actions.types[id].effects.isEmpty
    guard hasEffects || onEvent != nil || !observers.isEmpty || tree.last.error != nil else { return }
    tellAndStart(hasEffects: hasEffects)
  }

  private func tellAndStart(hasEffects: Bool) {
    let last = tree.last
    // Before anything else runs: the next action that a script sends takes the place of this one.
    let needsBytes = hasEffects || onEvent != nil
    let bytes = needsBytes ? last.bytes ?? machine.action : nil
    if onEvent != nil, let bytes {
      emit(.action(record(last, bytes)))
      if let error = last.error, last.status == .rejected || last.action.origin != .prompt {
        emit(.error(error, action: last.n))
      }
    } else if let error = last.error, last.action.origin != .prompt {
      emit(.error(error, action: last.n))
    }
    if !observers.isEmpty, last.status == .committed {
      let commit = Commit(host: self, dispatched: last)
      for observer in observers.values { observer(commit) }
    }
    if hasEffects, let bytes {
      let type = tree.actions.types[Int(last.action.id)]
      let action = TapeReader.value(of: bytes)
      for effect in type.effects { tasks.start(effect, action: action, n: last.n, type: type.name) }
    }
  }

  private func record(_ dispatched: Dispatched, _ bytes: [UInt8]) -> ActionRecord {
    guard case .map(var fields) = TapeReader.value(of: bytes) else {
      return ActionRecord(n: dispatched.n, type: "?", fields: [:], origin: dispatched.action.origin, status: dispatched.status)
    }
    let type = fields["type"].text ?? "?"
    fields["type"] = .none
    return ActionRecord(
      n: dispatched.n, type: type, fields: fields, origin: dispatched.action.origin, status: dispatched.status,
      changes: tree.history.changes(from: dispatched.start, to: dispatched.end), duration: dispatched.duration)
  }

  func effectFailed(_ error: LuaError, _ n: Int, _ type: String) {
    let notes = ["The effect has ended; the state is as it left it."]
    var failure = HostError(error, subject: "effect of \(type)", notes: notes)
    if failure.code == "raised" { failure.code = "effect" }
    emit(.error(failure, action: n))
  }

  func report(_ misuse: Misuse) {
    emit(.error(HostError(code: "loop", message: misuse.description), action: nil))
  }
}
