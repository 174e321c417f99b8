import DequeModule
import Synchronization

/// Holds the state. Only its reducer changes the state.
///
/// A store is confined to its owner, the actor that made it; other threads use ``handle``. A store that was not made on
/// an actor may be used by one caller at a time. A call from elsewhere is reported as a ``Misuse``, and an action that
/// it sends is reduced later on the owner. The reducer changes the state in place, without a copy of the old state.
/// Actions that a subscriber, a middleware or an effect sends are queued and reduced before the outermost
/// ``send(_:fileID:line:)`` returns. An action that a reducer sends is refused and reported.
///
///     let store = Store(0, reducer: Reducer<Int, Int> { count, step in
///       count += step
///       return .none
///     })
///     let subscription = store.subscribe { count in print(count) }
///     store.send(2)   // prints 2
///     subscription.cancel()
public final class Store<State, Action>: EffectKeeper {
  @usableFromInline enum Phase: UInt8 {
    case idle
    case reducing
    case notifying
  }

  // All fields but the state are accessed only for an instant, so checking them for overlapping access would cost more
  // than the dispatch itself. The state is in use while its reducer runs, which `phase` records.
  @exclusivity(unchecked) @usableFromInline var current: State
  @usableFromInline let reducer: Reducer<State, Action>
  @exclusivity(unchecked) @usableFromInline var phase = Phase.idle
  @exclusivity(unchecked) @usableFromInline var hasWork = false
  @exclusivity(unchecked) @usableFromInline var subscribers: [Subscriber<State>] = []
  @exclusivity(unchecked) @usableFromInline var reduced = 0
  @exclusivity(unchecked) @usableFromInline var hasMiddleware: Bool
  /// The thread that may use the store without further checks; 0: none.
  @usableFromInline let thread = Atomic<UInt>(0)
  /// Whether there are effects that end with a part of the state.
  @exclusivity(unchecked) @usableFromInline var hasTies = false

  private var queue = Deque<(action: Action, scope: EffectScope?)>()
  var inbox = Deque<Mailbox<Action>.Message>()
  private let queueLimit: Int
  var hasCancelledSubscribers = false
  var wantsPoll = false
  let mailbox: Mailbox<Action>
  @usableFromInline let owner: StoreOwner
  @usableFromInline let hasWake: Bool
  let effects: EffectRunner<Action>

  /// Called before and after each reduction, in the order of the list. A change takes effect with the next action.
  public var middleware: [Middleware<State, Action>] { didSet { hasMiddleware = !middleware.isEmpty } }

  /// Called with each misuse on the owner. Prints to standard error by default.
  public var onMisuse: (Misuse) -> Void

  /// Called with each output of a use case on the owner, before the bound action is reduced.
  public var onOutput: (UseCaseTrace) -> Void = { _ in }

  /// Makes a store with any initial state, for example a new, a preview or a restored one.
  ///
  /// - Parameters:
  ///   - initialState: the state until the first action.
  ///   - reducer: reduces all actions.
  ///   - middleware: receives each action before and after the reducer, in this order.
  ///   - queueLimit: the number of further actions that one outermost send may cause; the rest is dropped as a runaway
  ///     loop.
  ///   - onMisuse: called with each misuse, on the owner.
  ///   - onWake: called on any thread when ``poll()`` has something to deliver. Without it a store that was made on an
  ///     actor polls automatically; otherwise its owner must poll.
  ///   - isolation: the actor that owns the store. The initializer of an actor does not pass one, so make the store in
  ///     a function.
  public convenience init(
    _ initialState: State, reducer: Reducer<State, Action>, middleware: [Middleware<State, Action>] = [],
    queueLimit: Int = 10_000, onMisuse: @escaping (Misuse) -> Void = Misuse.print,
    onWake: (@Sendable () -> Void)? = nil, isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(
      initialState, reducer: reducer, middleware: middleware, queueLimit: queueLimit, onMisuse: onMisuse,
      onWake: onWake, executor: nil, isolation: isolation)
  }

  /// Makes a store with a function that is not `Sendable`; see ``Reducer/confined(_:)``.
  public convenience init(
    _ initialState: State, reduce: @escaping (inout State, Action) -> Effect<Action>,
    middleware: [Middleware<State, Action>] = [], queueLimit: Int = 10_000,
    onMisuse: @escaping (Misuse) -> Void = Misuse.print, onWake: (@Sendable () -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(
      initialState, reducer: .confined(reduce), middleware: middleware, queueLimit: queueLimit,
      onMisuse: onMisuse, onWake: onWake, isolation: isolation)
  }

  /// - Parameter executor: runs the tasks of effects; nil: Swift's default executor.
  package init(
    _ initialState: State, reducer: Reducer<State, Action>, middleware: [Middleware<State, Action>], queueLimit: Int,
    onMisuse: @escaping (Misuse) -> Void, onWake: (@Sendable () -> Void)?, executor: (any TaskExecutor)?,
    isolation: isolated (any Actor)?
  ) {
    current = initialState
    self.reducer = reducer
    self.middleware = middleware
    hasMiddleware = !middleware.isEmpty
    self.queueLimit = queueLimit
    self.onMisuse = onMisuse
    mailbox = Mailbox()
    owner = StoreOwner(isolation)
    hasWake = onWake != nil
    effects = EffectRunner(mailbox: mailbox, executor: executor)
    effects.send = { [unowned self] action, scope in deliver(action, in: scope?.outermost) }
    effects.report = { [unowned self] in self.onMisuse($0) }
    if let onWake {
      mailbox.onWake(onWake)
    } else if let isolation = owner.isMain ? MainActor.shared : isolation {
      let reference = StoreReference(self)
      // Weak, because the actor usually owns the store.
      mailbox.onWake { [weak isolation] in
        if let isolation { Task { await reference.poll(on: isolation) } }
      }
    }
  }

  deinit {
    mailbox.close()
    effects.cancelAll()
  }

  /// The present state. A reducer must use its argument instead: reading the state there is reported, and the value may lack what the
  /// reducer has written.
  @inlinable public var state: State {
    if thread.load(ordering: .relaxed) != StoreOwner.currentThread || phase == .reducing { checkReading() }
    return current
  }

  /// The number of reduced actions.
  @inlinable public var revision: Int { reduced }

  /// Sends actions from any thread, in the order of the calls. They are reduced on the owner.
  public var handle: Send<Action> { Send { [mailbox] in mailbox.post(.action($0, job: nil)) } }

  /// Reduces the action, notifies middleware and subscribers, and starts its effect. Then it does the same for all
  /// actions that these have sent.
  ///
  ///     store.send(.increment)
  ///     await store.send(.refresh).finish()   // returns when the effects of the action have ended
  ///
  /// - Returns: the effects that the action has started, which can be awaited or cancelled.
  @discardableResult @inlinable
  public func send(_ action: Action, fileID: StaticString = #fileID, line: UInt = #line) -> SentEffects {
    guard thread.load(ordering: .relaxed) == StoreOwner.currentThread || owner.isCurrent else {
      return sendFromElsewhere(action, SourceLocation(fileID, line))
    }
    return sendAsOwner(action, SourceLocation(fileID, line))
  }

  @inlinable @inline(__always) func sendAsOwner(_ action: Action, _ location: SourceLocation) -> SentEffects {
    guard phase == .idle else { return sendWhileBusy(action, from: location) }
    let scope = dispatch(action, in: nil)
    if hasWork { finish(from: location) } else { phase = .idle }
    return scope == nil ? SentEffects() : sent(scope)
  }

  /// Reduces with `change` and notifies subscribers. Only for an owner that starts effects itself, if its
  /// reducer would make the same change, and that the store is idle and has no middleware.
  @inlinable @inline(__always) package func reduce(by change: () -> Void) {
    phase = .reducing
    change()
    phase = .notifying
    _ = notify(.none, in: nil)
    if hasWork { finish(from: nil) } else { phase = .idle }
  }

  @inlinable func dispatch(_ action: Action, in scope: EffectScope?) -> EffectScope? {
    guard !hasMiddleware else { return dispatchThroughMiddleware(action, in: scope) }
    phase = .reducing
    let effect = reducer.body(&current, action)
    phase = .notifying
    return notify(effect, in: scope)
  }

  @inlinable func notify(_ effect: Effect<Action>, in scope: EffectScope?) -> EffectScope? {
    reduced &+= 1
    var scope = scope
    if case .none = effect {} else { scope = start(effect, in: scope) }
    if hasTies { cancelAbsent() }
    notifySubscribers()
    return scope
  }

  @inlinable func notifySubscribers() {
    var position = 0
    // A subscriber that is added during the notification is not called before the next action.
    let count = subscribers.count
    // The state does not change during the notification, so it is read once.
    let state = current
    while position < count {
      // No subscriber is removed from the list during the loop, so none needs to be retained for its call.
      Unmanaged.passUnretained(subscribers[position])._withUnsafeGuaranteedRef {
        if $0.isActive { $0.body(state) }
      }
      position += 1
    }
  }

  @inline(never) @usableFromInline
  func dispatchThroughMiddleware(_ action: Action, in scope: EffectScope?) -> EffectScope? {
    let middleware = middleware
    phase = .notifying
    var action = action
    var effect = Effect<Action>.none
    for each in middleware {
      switch each.before {
      case .watch(let body): body(current, action)
      case .answer(let body): effect = effect.merged(with: body(current, action))
      case .intercept(let body):
        switch body(current, action) {
        case .pass: break
        case .stop: return nil
        case .replace(let other): action = other
        }
      }
    }
    phase = .reducing
    effect = reducer.body(&current, action).merged(with: effect)
    phase = .notifying
    for each in middleware { each.after(current, action) }
    return notify(effect, in: scope)
  }

  @inline(never) @usableFromInline func sendWhileBusy(_ action: Action, from location: SourceLocation?) -> SentEffects {
    guard phase != .reducing else {
      onMisuse(.sendInReducer(action, at: location))
      return SentEffects()
    }
    let scope = EffectScope(owner: 0)
    enqueue(action, in: scope)
    return sent(scope)
  }

  private func enqueue(_ action: Action, in scope: EffectScope?) {
    queue.append((action, scope))
    hasWork = true
  }

  @inline(never) @usableFromInline func sent(_ scope: EffectScope?) -> SentEffects {
    SentEffects(scope: scope, store: self)
  }

  @inline(never) @usableFromInline func start(_ effect: Effect<Action>, in scope: EffectScope?) -> EffectScope {
    let scope = scope ?? EffectScope(owner: 0)
    effects.start(effect, in: scope)
    hasTies = effects.hasParts
    return scope
  }

  /// Cancels the effects of parts that the state no longer has.
  @inline(never) @usableFromInline func cancelAbsent() {
    effects.cancelAbsent(in: current)
    hasTies = effects.hasParts
  }

  /// Reduces the actions that were sent meanwhile, and then does the clean-up that must wait until nothing runs.
  @inline(never) @usableFromInline func finish(from location: SourceLocation?) {
    var drained = 0
    while let next = queue.popFirst() {
      drained += 1
      guard drained <= queueLimit else {
        onMisuse(.runawayLoop(next.action, limit: queueLimit, dropped: queue.count + 1, at: location))
        queue.removeAll()
        break
      }
      _ = dispatch(next.action, in: next.scope)
    }
    hasWork = false
    phase = .idle
    if hasCancelledSubscribers { sweep() }
    if wantsPoll { deliverMessages() }
  }

  private func sweep() {
    hasCancelledSubscribers = false
    // Releasing a subscriber may end further subscriptions, so they are released after the list has changed.
    let cancelled = subscribers.filter { !$0.isActive }
    subscribers.removeAll { !$0.isActive }
    withExtendedLifetime(cancelled) {}
  }

  /// Reduces an action that an effect has sent. Its own effects belong to the same scope.
  func deliver(_ action: Action, in scope: EffectScope?) {
    guard phase == .idle else { return enqueue(action, in: scope) }
    _ = dispatch(action, in: scope)
    finish(from: nil)
  }

  func emit(_ note: EffectNote) {
    switch note {
    case .misuse(let misuse): onMisuse(misuse)
    case .failure(let error): onMisuse(.uncaughtError(error))
    case .output(let trace): onOutput(trace)
    }
  }
}
