import LuaRuntime
import UDF

extension AppHost {
  /// Sends an action and everything that follows from it at once. Throws a ``HostError`` if it is refused or unhandled.
  public func send(_ type: String, _ fields: Record = [:], origin: Origin = .native) throws {
    try send(type, fields, origin: origin, screen: 0)
  }

  /// - Parameter event: the number of the view event that becomes the action.
  func send(_ type: String, _ fields: Record, origin: Origin, screen: Int, event: Int32 = -1) throws {
    guard !isStopped else { throw HostError(code: "usage", message: "\(type): this host was stopped") }
    try refuseInThePast(type)
    let id = tree.actions.number(of: type) ?? -1
    var action = HostAction.named(type, fields, id: id, origin: origin, screen: screen)
    action.event = event
    if tree.isTimed, machine.depth > 0 { note(&action) }
    if !dispatch(action), let outcome { throw outcome }
  }

  /// False if the action was refused: ``outcome`` says why. One that has to wait is not refused.
  func dispatch(_ action: HostAction) -> Bool {
    if isBusy {
      store.send(action)
      return true
    }
    return outermost { store.send(action) }
  }

  /// Whether what is sent from outside went well.
  @inline(__always) private func outermost(_ send: () -> Void) -> Bool {
    isBusy = true
    awaitsOutcome = true
    isRefused = false
    send()
    isBusy = false
    return !isRefused
  }

  /// A script sends an action; false if it is refused.
  func takesAction(_ id: Int32) -> Bool {
    let phase = machine.phase
    if phase == .load {
      machine.refuse("\(machine.callSite): an action cannot be sent while files load; use an effect of `start`")
      return false
    }
    let origin = phase == .prompt ? Origin.prompt : .effect
    if phase == .effect, effects.isCancelled {
      machine.refuse(LuaError.cancelled.message)
      return false
    }
    let screen = phase == .effect ? effects.screen : 0
    if !isBusy, !goesLongWay, let reducer = tree.onlyReducer(of: id) {
      tree.screen = screen
      if tree.isTimed { tree.cause = effects.cause }
      if outermost({ store.reduce { tree.reduceSent(id, by: reducer, origin: origin) } }) { return true }
    } else {
      do throws(HostError) { try refuseInThePast(tree.typeName(of: id)) } catch {
        machine.refuse("\(machine.callSite): \(error.message)")
        return false
      }
      var action = HostAction(id: id, origin: origin, screen: screen)
      // One that waits, or that others see before its reducer, is kept as bytes: the script goes on and may reuse the table.
      if isBusy || hasMiddleware {
        // A step of a flow, or an action that nobody has, is refused when the script has gone on, and what is wrong is where
        // it was asked for.
        let sender = id < 0 || tree.actions.types[Int(id)].isNavigation ? machine.callSite : nil
        action.content = .init(bytes: machine.action, sender: sender)
        note(&action)
      } else if tree.isTimed {
        // Its line is asked for when it is reduced.
        action.cause = effects.cause
      }
      if dispatch(action) { return true }
    }
    machine.refuse(outcome?.message ?? "the action was refused")
    return false
  }

  /// An action that a script sends knows who sent it, also when that has gone on.
  func note(_ action: inout HostAction) {
    action.cause = effects.cause
    action.site = tree.siteNow
  }

  /// After each action: tells who listens and starts its effects.
  func told() {
    if !tree.printed.isEmpty {
      for event in tree.printed { emit(event) }
      tree.printed = []
    }
    if awaitsOutcome {
      awaitsOutcome = false
      if tree.last.status != .committed {
        isRefused = true
        outcome = tree.error
      }
    }
    let id = Int(tree.last.id)
    let isFollowed = tree.last.status == .committed && tree.actions.types[id].hasFollowers
    if isFollowed || isTelling || tree.last.status != .committed || tree.hasEffect { tellAndFollow(isFollowed) }
    if hasReactions, tree.last.status == .committed { react() }
  }

  private func tellAndFollow(_ isFollowed: Bool) {
    let last = tree.last
    if isFollowed, !isTelling, tree.bytes == nil, !tree.hasEffect,
      let effect = tree.actions.types[Int(last.id)].onlyEffect
    {
      let isWanted = isThere(tree.screen) || effect.policy.isBackground
      if isWanted, configuration.startsEffects { effects.askNow(effect, n: last.n, screen: tree.screen) }
      return
    }
    // Before anything else runs: the next action that a script sends takes the place of this one.
    let bytes = tree.bytes ?? machine.action
    tree.bytes = bytes
    if isTelling || last.status != .committed { emit(.action(record(last, TapeReader.value(of: bytes)))) }
    if let error = tree.error, last.status == .rejected || last.origin != .prompt {
      emit(.error(error, action: last.n))
    }
    if tree.hasEffect { startNativeEffect() }
    guard isFollowed, configuration.startsEffects else { return }
    let type = tree.actions.types[Int(last.id)]
    if type.isNavigation { followPath() }
    type.feed?.committed(type.name, bytes, origin: last.origin)
    guard isThere(tree.screen) else {
      for effect in type.effects where effect.policy.isBackground { effects.ask(effect, action: bytes, n: last.n) }
      return
    }
    for effect in type.effects { effects.ask(effect, action: bytes, n: last.n, screen: tree.screen) }
  }

  /// Starts what the reducer of a native feature has returned, unless the screen of the action has gone meanwhile.
  private func startNativeEffect() {
    let work = tree.takeEffect()
    guard configuration.startsEffects, isThere(tree.screen),
      let effect = tree.actions.types[Int(tree.last.id)].nativeEffect
    else { return }
    effects.start(work, of: effect, n: tree.last.n, screen: tree.screen)
  }

  func record(_ dispatched: Dispatched, _ action: Value) -> ActionRecord {
    ActionRecord(
      n: dispatched.n, type: action["type"].text ?? "?", fields: AppHost.fields(action), origin: dispatched.origin,
      status: dispatched.status, changes: tree.history.changes(from: dispatched.start, to: dispatched.end),
      duration: dispatched.duration, generation: generation, time: dispatched.time,
      site: machine.text(ofSite: dispatched.site), cause: dispatched.cause == 0 ? nil : dispatched.cause,
      event: tree.events[dispatched.event])
  }

  /// An action without its type.
  package static func fields(_ action: Value) -> Record {
    guard case .map(var fields) = action else { return [:] }
    fields["type"] = .none
    return fields
  }

  func report(_ misuse: Misuse) {
    // Without its place, which is in the host and not in a script.
    emit(.error(HostError(code: "loop", message: misuse.message), action: nil))
  }
}
