import LuaRuntime
import Ownership
import UDF
import UDFServices

/// Dispatches one action after another: reduces it, notifies observers and starts its effects.
///
/// Actions that are sent during a dispatch are queued, and are reduced before the outermost dispatch returns. An effect that sends one
/// waits for its outcome.
final class Dispatcher {
  private enum Stage { case pending, committed, stopped, refused }

  let store: HostStore
  let tree: SliceTree
  /// The thread, task or actor that may call the host.
  let owner: Owner
  let foreignCalls: ForeignCalls
  /// Whether an action is being dispatched, so that further actions are queued.
  @exclusivity(unchecked) private(set) var isBusy = false
  /// The error of the last refused action that no other action sent. A script gets ``HostError/raised``.
  @exclusivity(unchecked) var refusal: HostError?
  /// Whether the app has middleware, which sees each action before the reducers.
  @exclusivity(unchecked) private var hasMiddleware = false
  /// Called after each committed action while the app has reactions.
  @exclusivity(unchecked) var onCommit: (() -> Void)?
  /// Throws if no action can be sent now, for example at a past point. The argument is the action's type.
  @exclusivity(unchecked) var refuse: (String) throws(HostError) -> Void = { _ throws(HostError) in }
  @exclusivity(unchecked) unowned(unsafe) var screens: (any ScreenOwner)?
  var isStopped = false
  /// Whether middleware runs now, before the reducers or after them.
  var isBeforeReducers = false
  var isAfterReducers = false
  /// The trigger of the action that middleware sees before its reducers; nil until something is sent because of it.
  var presentTrigger: Trigger?
  /// Whether an effect continues that has waited for the last action.
  private(set) var isAnswering = false
  /// The cause of actions that observers send while they are notified of a refusal.
  private var refusedTrigger: Trigger?
  let machine: LuaMachine
  let effects: EffectScheduler
  let events: EventHub
  let startsEffects: Bool
  /// Whether a script's action may not go directly to its reducer.
  @exclusivity(unchecked) private var needsFullDispatch = false
  /// The outcome of the outermost action so far.
  @exclusivity(unchecked) private var stage = Stage.committed
  private var subscription: Subscription?

  init(tree: SliceTree, effects: EffectScheduler, startsEffects: Bool, bell: WakeBell, owner: Owner) {
    machine = tree.machine
    self.owner = owner
    foreignCalls = ForeignCalls(to: owner)
    self.tree = tree
    self.effects = effects
    events = tree.events
    self.startsEffects = startsEffects
    store = Store(
      .passUnretained(tree),
      reducer: Reducer { state, action in
        state._withUnsafeGuaranteedRef { $0.reduce(action) }
        // The scheduler starts the effects of reducers, not the store.
        return .none
      }, onWake: { bell.ring() })
    // Unretained: the host releases machine and store with the dispatcher, and retaining would slow each call down.
    let unretained = Unmanaged.passUnretained(self)
    machine.sendActions(to: unretained.toOpaque()) { dispatcher, action in
      Unmanaged<Dispatcher>.fromOpaque(dispatcher!)._withUnsafeGuaranteedRef { $0.takesAction(action).rawValue }
    }
    subscription = store.subscribe { _ in unretained._withUnsafeGuaranteedRef { $0.didReduce() } }
    store.onMisuse = { [events, unowned effects] misuse in
      // The message is shown without its position, which is in Swift and not in a script.
      var error = HostError(code: "effect", message: misuse.message)
      if misuse.kind == .runawayLoop { error = HostError(code: "loop", message: misuse.message) }
      events.emit(.error(error, action: nil))
      if misuse.kind == .runawayLoop { effects.tasks.cancelSenders() }
    }
    effects.onMisuse = store.onMisuse
    effects.dispatch = { [unowned(unsafe) self] in _ = dispatch($0) }
  }

  /// Throws a ``HostError`` with the code `owner` if the caller does not run on the host's owner.
  @inline(__always) func requireOwner(_ entry: StaticString = #function) throws(HostError) {
    if !owner.isCurrent { throw foreignCalls.refusal(of: entry) }
  }

  // MARK: sending

  /// Dispatches an action, and the actions that it causes before the first wait. Throws a ``HostError`` if the action
  /// is refused or unhandled.
  ///
  /// - Parameters:
  ///   - screen: the screen to which the action belongs; 0: none.
  ///   - event: the view event that was mapped to the action; nil: none.
  func send(_ type: String, _ fields: Record, origin: Origin, screen: Int = 0, event: String? = nil) throws {
    try refuseIfStopped(type)
    try refuse(type)
    var action = HostAction.named(
      type, fields, id: number(of: type), origin: origin, screen: screen,
      trigger: isBeforeReducers ? trigger() : refusedTrigger)
    if let event { action.event = tree.viewEvents.number(for: event) }
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
    outermost { store.send(action) }
    // Observers may dispatch further actions during the flush, which replace these values.
    let (stage, refusal) = (stage, refusal)
    if machine.depth == 0 { events.flush() }
    switch stage {
    case .refused: return .refused(refusal ?? HostError(usage: "the action was refused"))
    case .stopped: return .stopped
    case .pending, .committed: return .committed
    }
  }

  /// Whether a typed action may go directly to its reducer: neither middleware nor an observer needs plain data.
  var takesTyped: Bool {
    !isBusy && !needsFullDispatch && !events.observesActions && !isStopped && (!tree.isTimed || machine.depth == 0)
  }

  /// Dispatches an action for which ``SliceTree/takesTyped(_:)`` is true; `reduce` reduces the action and adds it to
  /// `typed`.
  func send(
    _ id: Int32, of typed: TypedActions, origin: Origin, _ reduce: () throws(LuaError) -> Effect<HostAction>
  ) throws(HostError) {
    let cause = machine.depth > 0 ? causeOfScript : 0
    let isTaken = outermost { store.reduce { tree.reduceTyped(id, of: typed, origin: origin, cause: cause, reduce) } }
    if !isTaken, let refusal { throw refusal }
  }

  /// Dispatches the actions that other threads have sent.
  func poll() {
    // Actions that their effects send are queued.
    isBusy = true
    store.poll()
    isBusy = false
  }

  /// Dispatches an action that was not sent by another action; returns false if it is refused.
  @discardableResult
  @inline(__always) func outermost(_ send: () -> Void) -> Bool {
    isBusy = true
    stage = .pending
    send()
    isBusy = false
    return stage != .refused
  }

  /// Dispatches an action of a script.
  private func takesAction(_ id: Int32) -> SentAction {
    let phase = machine.phase
    if phase == .load {
      machine.refuse(
        .string("\(machine.callSite): an action cannot be sent while files load; use an effect of `start`"))
      return .refused
    }
    let origin = phase == .prompt ? Origin.prompt : .effect
    if phase == .effect, effects.isCancelled {
      machine.refuse(LuaError.cancelled.value)
      return .refused
    }
    let screen = phase == .effect ? effects.screen : 0
    if !isBusy, !needsFullDispatch, let reducer = tree.onlyReducer(of: id) {
      tree.screen = screen
      tree.cause = phase == .effect ? effects.cause : 0
      if outermost({ store.reduce { tree.reduceSent(id, by: reducer, origin: origin) } }) { return .taken }
    } else if !isBusy, !needsFullDispatch, tree.isOnlyNative(id) {
      tree.screen = screen
      tree.cause = phase == .effect ? effects.cause : 0
      if outermost({ store.reduce { tree.reduceSent(id, origin: origin) } }) { return .taken }
    } else {
      do throws(HostError) { try refuse(tree.typeName(of: id)) } catch {
        return raise(HostError(code: error.code, at: ScriptPosition(site: .string(machine.callSite)), error.message))
      }
      var action = HostAction(id: id, origin: origin, screen: screen)
      // Copied if it is queued or passed to middleware first, because the script may change its table meanwhile.
      if isBusy || hasMiddleware {
        // Unknown actions and navigation are refused while the script waits or after it has continued: the error needs the sender.
        let sender = id < 0 || tree.actions.types[Int(id)].isNavigation ? machine.callSite : nil
        let isBefore = isBeforeReducers && (phase == .middleware || causeOfScript == tree.history.count + 1)
        let trigger = isBefore ? trigger() : nil
        let waiter = isBusy && phase == .effect ? effects.tasks.suspendSender() : nil
        action.content = .init(bytes: machine.action, sender: sender, trigger: trigger, waiter: waiter)
        // An action that is not copied is reduced at once, and its line is read then.
        action.site = tree.siteNow
      }
      action.cause = causeOfScript
      guard case .refused = dispatch(action) else { return action.content?.waiter == nil ? .taken : .suspended }
    }
    return raise(refusal ?? HostError(usage: "the action was refused"))
  }

  /// Raises the error of a refused action in the script that sent it. If an effect does not catch it, the effect reports it.
  private func raise(_ error: HostError) -> SentAction {
    refusal = error
    if machine.phase == .effect { effects.refused(error) }
    machine.refuse(error.raised)
    return .refused
  }

  func setMiddleware(_ middleware: [Middleware<Unmanaged<SliceTree>, HostAction>]) {
    store.middleware = middleware
    hasMiddleware = !middleware.isEmpty
    updateNeedsFullDispatch()
  }

  /// Called after middleware was set, and after a past point was shown or left.
  func updateNeedsFullDispatch() { needsFullDispatch = hasMiddleware || tree.history.past != nil }

  /// Called when a middleware has stopped an action, which is not a refusal.
  func didStop(_ action: HostAction) {
    if stage == .pending { stage = .stopped }
    endTrigger(of: tree.history.count + 1, action.origin, cause: action.presentCause)
    guard let waiter = action.content?.waiter else { return }
    // The effect is not part of the middleware.
    (isBeforeReducers, isAnswering) = (false, true)
    effects.tasks.answer(waiter, .values([]))
    (isBeforeReducers, isAnswering) = (true, false)
  }

  // MARK: after an action

  /// Notifies observers of the action and starts its effects.
  private func didReduce() {
    if !events.held.isEmpty { events.releaseHeld() }
    let isOutermost = stage == .pending
    if isOutermost {
      stage = tree.last.status == .committed ? .committed : .refused
      if stage == .refused { refusal = tree.error }
    }
    let id = Int(tree.last.id)
    let isFollowed = tree.last.status == .committed && tree.actions.types[id].hasFollowers
    if isFollowed || events.recordsActions || tree.last.status != .committed {
      publishAndStartEffects(isFollowed, isOutermost)
    } else {
      if events.observesActions { emitAction(tree.last) }
      if tree.hasEffect { startNativeEffect() }
    }
    if !tree.followerErrors.isEmpty { reportFollowerErrors() }
    if let onCommit, tree.last.status == .committed { onCommit() }
    if tree.waiter != nil { answerWaiter() }
  }

  /// Resumes the effect that waits for the outcome of the last action.
  private func answerWaiter() {
    isAnswering = true
    defer { (isAnswering, refusedTrigger) = (false, nil) }
    guard let waiter = tree.waiter.take() else { return }
    guard let error = tree.error else { return effects.tasks.answer(waiter, .values([])) }
    guard effects.tasks.isWaiting(waiter) else { return events.emit(.error(error, action: tree.last.n)) }
    effects.refused(error)
    effects.tasks.answer(waiter, .raise(error.raised))
  }

  /// Reports the local reducers that have failed for the last action.
  private func reportFollowerErrors() {
    let (n, errors) = (tree.last.n, tree.followerErrors)
    tree.followerErrors = []
    for error in errors { events.emit(.error(error, action: n)) }
  }

  private func emitAction(_ action: Dispatched) {
    events.emitAction(action.n, action.status) { tree.record(action, TapeReader.value(of: tree.keepData())) }
  }

  private func publishAndStartEffects(_ isFollowed: Bool, _ isOutermost: Bool) {
    let last = tree.last
    let isObserved = events.observesActions
    if isFollowed, !isObserved, tree.bytes == nil, !tree.hasEffect, tree.history.keepsActions,
      let effect = tree.actions.types[Int(last.id)].onlyEffect
    {
      let isWanted = isPresent(tree.screen) || effect.policy.isBackground
      if isWanted, startsEffects { effects.requestNow(effect, n: last.n, screen: tree.screen) }
      return
    }
    if last.status != .committed { refusedTrigger = endTrigger(of: last.n, last.origin, cause: last.cause) }
    let log = isFollowed ? tree.actions.types[Int(last.id)].log : nil
    // The action is copied first, because the next action of a script overwrites it. A log reads it from the history.
    let isLogged = log != nil && tree.actions.types[Int(last.id)].effects.isEmpty
    let bytes = isLogged && !isObserved ? [] : tree.keepData()
    if isObserved || last.status != .committed { emitAction(last) }
    // An action of another host is an exception: its sender reports the refusal.
    // The effect that is sending the action may catch the error; if it does not, it reports it.
    let isRaised =
      tree.waiter != nil
      || isOutermost && last.origin == .effect && machine.phase == .effect && effects.effect?.isOfEngine != true
    if let error = tree.error, last.origin != .log, last.status == .rejected || last.origin != .prompt, !isRaised {
      events.emit(
        .error(error, action: last.n), isThrown: isOutermost && last.origin != .effect && last.origin != .sync)
    }
    if last.status != .committed, tree.waiter == nil { refusedTrigger = nil }
    if let log {
      let effect = tree.takeEffect()
      if last.origin == .log { return }
      let screen = tree.screen
      log.didCommit(last, screen: screen, effect: effect)
      return startEffects(of: last.id, bytes, n: last.n, screen: screen, when: \.isOptimistic)
    }
    if tree.hasEffect { startNativeEffect() }
    guard isFollowed, startsEffects else { return }
    if tree.actions.types[Int(last.id)].isNavigation { screens?.didNavigate() }
    tree.actions.types[Int(last.id)].feed?.didCommit(tree.actions[last.id].name, bytes, origin: last.origin)
    startEffects(of: last.id, bytes, n: last.n, screen: tree.screen)
  }

  /// Starts an action's effects in Lua. If its screen was removed, starts only effects in the background.
  func startEffects(
    of id: Int32, _ bytes: [UInt8], n: Int, screen: Int, when isDue: (EffectPolicy) -> Bool = { _ in true }
  ) {
    let isPresent = isPresent(screen)
    // Read in place, because a copy of the whole type would retain all its parts.
    for effect in tree.actions.types[Int(id)].effects where isDue(effect.policy) {
      if isPresent {
        effects.request(effect, action: bytes, n: n, screen: screen)
      } else if effect.policy.isBackground {
        effects.request(effect, action: bytes, n: n)
      }
    }
  }

  /// Starts the effect that the reducer of a native feature has returned, unless the action's screen was removed.
  private func startNativeEffect() {
    let (work, effect) = (tree.takeEffect(), tree.actions.types[Int(tree.last.id)].nativeEffect)
    guard startsEffects, isPresent(tree.screen), let effect else { return }
    effects.start(work, of: effect, n: tree.last.n, screen: tree.screen)
  }

  /// Whether a screen can still own effects; 0 means no screen.
  func isPresent(_ screen: Int) -> Bool { screen == 0 || screens?.contains(screen) ?? false }
}
