import LuaRuntime
import UDF
import UDFServices

/// Dispatches actions: one after the other, each reduced, published and followed by its effects before the next one.
///
/// What is sent while an action is under way waits its turn and is reduced before the outermost dispatch returns.
final class Dispatcher {
  let store: HostStore
  let tree: SliceTree
  /// Where calls of the host are allowed.
  let owner: HostOwner
  /// The store has an action in hand: what is sent now waits its turn.
  @exclusivity(unchecked) private(set) var isBusy = false
  /// Why the last action was refused that was sent from outside. A script that sent it only has the text.
  @exclusivity(unchecked) var refusal: HostError?
  /// Whether there is middleware, which sees an action before its reducers.
  @exclusivity(unchecked) private var hasMiddleware = false
  /// Called after each committed action while the app has reactions.
  @exclusivity(unchecked) var onCommit: (() -> Void)?
  /// Throws where actions are refused as a whole, given the action's type: at a past point.
  @exclusivity(unchecked) var refuse: (String) throws(HostError) -> Void = { _ throws(HostError) in }
  @exclusivity(unchecked) unowned(unsafe) var screens: (any ScreenOwner)?
  /// The host has ended.
  var isStopped = false
  /// Whether a middleware sees an action before its reducers, or after them.
  var isBeforeReducers = false
  var isAfterReducers = false
  /// The action that middleware sees before its reducers, once one has sent something because of it.
  private var presentTrigger: Trigger?
  /// The cause of what observers send while they are notified that an action was refused.
  private var refusedTrigger: Trigger?
  private let machine: LuaMachine
  let effects: EffectScheduler
  let events: EventHub
  private let startsEffects: Bool
  /// Whether the script that sends an action must not go straight to its reducer.
  @exclusivity(unchecked) private var needsFullDispatch = false
  /// Whether the outermost action has no outcome yet, and whether it was refused.
  @exclusivity(unchecked) private var awaitsOutcome = false
  @exclusivity(unchecked) private var isRefused = false
  private var subscription: Subscription?

  init(tree: SliceTree, effects: EffectScheduler, startsEffects: Bool, bell: WakeBell, owner: HostOwner) {
    machine = tree.machine
    self.owner = owner
    self.tree = tree
    self.effects = effects
    events = tree.events
    self.startsEffects = startsEffects
    store = Store(
      .passUnretained(tree),
      reducer: Reducer { state, action in
        state._withUnsafeGuaranteedRef { $0.reduce(action) }
        // The scheduler starts what reducers want done.
        return .none
      }, onWake: { bell.ring() })
    // Machine and store go with the host, and unretained: each call would retain and release the dispatcher.
    let unretained = Unmanaged.passUnretained(self)
    machine.sendActions(to: unretained.toOpaque()) { dispatcher, action in
      Unmanaged<Dispatcher>.fromOpaque(dispatcher!)._withUnsafeGuaranteedRef { $0.takesAction(action) ? 0 : 1 }
    }
    subscription = store.subscribe { _ in unretained._withUnsafeGuaranteedRef { $0.didReduce() } }
    store.onMisuse = { [events] misuse in
      // Without its place, which is in the host and not in a script.
      events.emit(.error(HostError(code: "loop", message: misuse.message), action: nil))
    }
    effects.onMisuse = store.onMisuse
    effects.ledger.isForgotten = { [unowned(unsafe) tree] in tree.history.isForgotten($0) }
    effects.dispatch = { [unowned(unsafe) self] in _ = dispatch($0) }
  }

  // MARK: sending

  /// Sends an action and everything that follows from it at once. Throws a ``HostError`` if it is refused or unhandled.
  ///
  /// - Parameters:
  ///   - screen: the screen that it belongs to; 0: none.
  ///   - event: the number of the view event that becomes the action; -1: none does.
  func send(_ type: String, _ fields: Record, origin: Origin, screen: Int = 0, event: Int32 = -1) throws {
    try refuseIfStopped(type)
    try refuse(type)
    let id = tree.actions.number(of: type) ?? -1
    var action = HostAction.named(
      type, fields, id: id, origin: origin, screen: screen, trigger: isBeforeReducers ? trigger() : refusedTrigger)
    action.event = event
    action.cause = causeOfProgram
    if tree.isTimed, machine.depth > 0 { action.site = tree.siteNow }
    if case .refused(let error) = dispatch(action) { throw error }
  }

  /// Dispatches an action, or queues it while another one is under way.
  @discardableResult
  func dispatch(_ action: HostAction) -> DispatchOutcome {
    if isBusy {
      store.send(action)
      return .queued
    }
    let isTaken = outermost { store.send(action) }
    if machine.depth == 0 { events.flush() }
    if isTaken { return .committed }
    return refusal.map(DispatchOutcome.refused) ?? .committed
  }

  /// Whether a typed action may go straight to its reducer: no middleware and no observer needs it first or as data.
  var takesTyped: Bool {
    !isBusy && !needsFullDispatch && !events.observesActions && !isStopped && (!tree.isTimed || machine.depth == 0)
  }

  /// Sends an action that ``SliceTree/takesTyped(_:)``; `reduce` reduces it and adds it to `typed`.
  func send(
    _ id: Int32, of typed: TypedActions, origin: Origin, _ reduce: () throws(LuaError) -> Effect<HostAction>
  ) throws(HostError) {
    let cause = machine.depth > 0 ? causeOfScript : 0
    let isTaken = outermost { store.reduce { tree.reduceTyped(id, of: typed, origin: origin, cause: cause, reduce) } }
    if !isTaken, let refusal { throw refusal }
  }

  /// Dispatches what other threads have sent.
  func poll() {
    // What effects of these actions send waits its turn.
    isBusy = true
    store.poll()
    isBusy = false
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
  private func takesAction(_ id: Int32) -> Bool {
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
    if !isBusy, !needsFullDispatch, let reducer = tree.onlyReducer(of: id) {
      tree.screen = screen
      tree.cause = phase == .effect ? effects.cause : 0
      if outermost({ store.reduce { tree.reduceSent(id, by: reducer, origin: origin) } }) { return true }
    } else if !isBusy, !needsFullDispatch, tree.isOnlyNative(id) {
      tree.screen = screen
      tree.cause = phase == .effect ? effects.cause : 0
      if outermost({ store.reduce { tree.reduceSent(id, origin: origin) } }) { return true }
    } else {
      do throws(HostError) { try refuse(tree.typeName(of: id)) } catch {
        machine.refuse("\(machine.callSite): \(error.message)")
        return false
      }
      var action = HostAction(id: id, origin: origin, screen: screen)
      // An action that waits, or that middleware sees first, is copied to bytes: the script continues and may reuse the table.
      if isBusy || hasMiddleware {
        // A step of a flow, or an unknown action, is refused after the script has continued; the error names the line that
        // sent it.
        let sender = id < 0 || tree.actions.types[Int(id)].isNavigation ? machine.callSite : nil
        let isBefore = isBeforeReducers && (phase == .middleware || causeOfScript == tree.history.count + 1)
        let trigger = isBefore ? trigger() : nil
        action.content = .init(bytes: machine.action, sender: sender, trigger: trigger)
        // Else its line is asked for when it is reduced.
        action.site = tree.siteNow
      }
      action.cause = causeOfScript
      guard case .refused = dispatch(action) else { return true }
    }
    machine.refuse(refusal?.message ?? "the action was refused")
    return false
  }

  func setMiddleware(_ middleware: [Middleware<Unmanaged<SliceTree>, HostAction>]) {
    store.middleware = middleware
    hasMiddleware = !middleware.isEmpty
    updateWay()
  }

  /// A past point is shown or left, or middleware was set.
  func updateWay() { needsFullDispatch = hasMiddleware || tree.history.past != nil }

  /// A middleware has stopped an action, which is not a refusal.
  func didStop(_ action: HostAction) {
    awaitsOutcome = false
    endTrigger(of: tree.history.count + 1, action.origin, cause: action.presentCause)
  }

  // MARK: causes

  /// The number of the action that causes what a script sends now, 0: none.
  var causeOfScript: Int {
    switch machine.phase {
    case .effect: effects.cause
    case .middleware where isAfterReducers: tree.last.n
    default: 0
    }
  }

  /// The number of the action whose undo ends a function that a script sends now, 0: none.
  var ownerOfScript: Int {
    if machine.phase == .middleware, isBeforeReducers { return trigger().cause }
    return machine.phase == .effect ? effects.owner : causeOfScript
  }

  /// The number of the action that causes what Swift code sends now, 0: none. While an action is dispatched, only code runs that
  /// observes it.
  private var causeOfProgram: Int {
    if isBeforeReducers { return 0 }
    if isBusy { return tree.last.n }
    return machine.depth > 0 ? causeOfScript : 0
  }

  /// The action that middleware sees before its reducers.
  private func trigger() -> Trigger {
    let next = tree.history.count + 1
    // A former one belongs to a former action, unless that is still the same.
    if let presentTrigger, presentTrigger.cause == next { return presentTrigger }
    let trigger = Trigger(next)
    presentTrigger = trigger
    return trigger
  }

  /// The action of this number is not committed: what middleware has sent because of it belongs to the action's own cause.
  /// Returns the trigger of that.
  @discardableResult
  private func endTrigger(of n: Int, _ origin: Origin, cause: Int) -> Trigger {
    // One of a former action stays as it is.
    let present = presentTrigger.flatMap { $0.cause == n ? $0 : nil }
    presentTrigger = nil
    let trigger = present ?? Trigger(n)
    trigger.end(origin, cause: cause)
    if present != nil { effects.give(runsOf: n, to: trigger.cause) }
    return trigger
  }

  // MARK: after an action

  /// Publishes the action and starts what follows from it.
  private func didReduce() {
    if !events.held.isEmpty { events.releaseHeld() }
    if awaitsOutcome {
      awaitsOutcome = false
      if tree.last.status != .committed {
        isRefused = true
        refusal = tree.error
      }
    }
    let id = Int(tree.last.id)
    let isFollowed = tree.last.status == .committed && tree.actions.types[id].hasFollowers
    if isFollowed || events.observesActions || tree.last.status != .committed {
      publishAndStartEffects(isFollowed)
    } else if tree.hasEffect {
      startNativeEffect()
    }
    if let onCommit, tree.last.status == .committed { onCommit() }
  }

  private func publishAndStartEffects(_ isFollowed: Bool) {
    let last = tree.last
    let isObserved = events.observesActions
    if isFollowed, !isObserved, tree.bytes == nil, !tree.hasEffect, tree.history.keepsActions,
      let effect = tree.actions.types[Int(last.id)].onlyEffect
    {
      let isWanted = isPresent(tree.screen) || effect.policy.isBackground
      if isWanted, startsEffects { effects.askNow(effect, n: last.n, screen: tree.screen) }
      return
    }
    if last.status != .committed { refusedTrigger = endTrigger(of: last.n, last.origin, cause: last.cause) }
    // Before anything else runs: the next action that a script sends takes the place of this one.
    let bytes = tree.keepData()
    if isObserved || last.status != .committed {
      events.emitAction(last.status) { tree.record(last, TapeReader.value(of: bytes)) }
    }
    if let error = tree.error, last.status == .rejected || last.origin != .prompt {
      events.emit(.error(error, action: last.n))
    }
    if last.status != .committed { refusedTrigger = nil }
    if tree.hasEffect { startNativeEffect() }
    guard isFollowed, startsEffects else { return }
    let type = tree.actions.types[Int(last.id)]
    if type.isNavigation { screens?.didNavigate() }
    type.feed?.didCommit(type.name, bytes, origin: last.origin)
    guard isPresent(tree.screen) else {
      for effect in type.effects where effect.policy.isBackground { effects.ask(effect, action: bytes, n: last.n) }
      return
    }
    for effect in type.effects { effects.ask(effect, action: bytes, n: last.n, screen: tree.screen) }
  }

  /// Starts what the reducer of a native feature has returned, unless the screen of the action has gone meanwhile.
  private func startNativeEffect() {
    let work = tree.takeEffect()
    guard startsEffects, isPresent(tree.screen), let effect = tree.actions.types[Int(tree.last.id)].nativeEffect else {
      return
    }
    effects.start(work, of: effect, n: tree.last.n, screen: tree.screen)
  }

  /// Whether a screen can still own something; 0 is no screen.
  private func isPresent(_ screen: Int) -> Bool { screen == 0 || screens?.contains(screen) ?? false }
}
