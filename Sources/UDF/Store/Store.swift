import DequeModule

/// Holds the state, and changes it in one place: its reducer.
///
/// A store is confined to its owner, the actor or thread that made it; other threads use ``handle``. The reducer changes
/// the state in place, and no copy of the old state is alive while it does. What is sent by a subscriber, a middleware or an
/// effect waits its turn and is reduced before the outermost ``send(_:fileID:line:)`` returns; what a reducer sends is
/// refused and reported.
///
///     let store = Store(0, reducer: Reducer<Int, Int> { count, step in
///       count += step
///       return .none
///     })
///     let subscription = store.subscribe { count in print(count) }
///     store.send(2)   // prints 2
///     subscription.cancel()
public final class Store<State, Action> {
  @usableFromInline enum Phase: UInt8 {
    case idle
    case reducing
    case notifying
  }

  // Every field but the state is only ever touched for an instant, so checking them for overlapping access would cost more
  // than the dispatch itself. The state is in use for as long as its reducer runs, which `phase` says.
  @exclusivity(unchecked) @usableFromInline var current: State
  @usableFromInline let reducer: Reducer<State, Action>
  @exclusivity(unchecked) @usableFromInline var phase = Phase.idle
  @exclusivity(unchecked) @usableFromInline var hasWork = false
  @exclusivity(unchecked) @usableFromInline var subscribers: [Subscriber<State>] = []
  @exclusivity(unchecked) @usableFromInline var reduced = 0
  @exclusivity(unchecked) @usableFromInline var hasMiddleware: Bool

  private var queue = Deque<Action>()
  private var inbox = Deque<Mailbox<Action>.Message>()
  private let queueLimit: Int
  private var hasCancelledSubscribers = false
  private var wantsPoll = false
  private let mailbox: Mailbox<Action>
  let effects: EffectRunner<Action>

  /// Called around every reduction, in the order of the list; a change counts from the next action on.
  public var middleware: [Middleware<State, Action>] {
    didSet { hasMiddleware = !middleware.isEmpty }
  }

  /// Called with each misuse, on the owner; prints to standard error unless replaced.
  public var onMisuse: (Misuse) -> Void

  /// Called with each output of a use case, on the owner, before the action it is bound to is reduced.
  public var onOutput: (UseCaseTrace) -> Void = { _ in }

  /// Makes a store that begins with any state: a fresh one, a preview, a restored one.
  ///
  /// - Parameters:
  ///   - queueLimit: how many actions one outermost send may cause before the rest is dropped as a runaway loop.
  ///   - onWake: called on any thread when ``poll()`` has something to deliver. Without it a store made on an actor
  ///     polls itself there; one made on no actor waits for its owner to poll.
  ///   - isolation: the actor that owns the store. The default value of a property, also of a main-actor class, and the
  ///     initialiser of an actor count as no actor: make the store in a function, or in a main-actor initialiser.
  public init(
    _ initialState: State, reducer: Reducer<State, Action>, middleware: [Middleware<State, Action>] = [],
    queueLimit: Int = 10_000, onMisuse: @escaping (Misuse) -> Void = Misuse.print,
    onWake: (@Sendable () -> Void)? = nil, isolation: isolated (any Actor)? = #isolation
  ) {
    current = initialState
    self.reducer = reducer
    self.middleware = middleware
    hasMiddleware = !middleware.isEmpty
    self.queueLimit = queueLimit
    self.onMisuse = onMisuse
    mailbox = Mailbox()
    effects = EffectRunner(mailbox: mailbox)
    effects.send = { [unowned self] action, _ in deliver(action, from: nil) }
    effects.report = { [unowned self] in self.onMisuse($0) }
    if let onWake {
      mailbox.onWake(onWake)
    } else if let isolation {
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

  /// The present state. Not to be read from inside the reducer, which has it as its argument.
  @inlinable public var state: State {
    precondition(phase != .reducing, "the state was read inside its reducer, which has it as its argument")
    return current
  }

  /// How many actions have been reduced.
  @inlinable public var revision: Int { reduced }

  /// Sends actions from any thread, in order, to be reduced on the owner.
  public var handle: Send<Action> {
    Send { [mailbox] in mailbox.post(.action($0, job: nil)) }
  }

  /// Reduces the action, notifies middleware and subscribers, starts its effect, and then does the same for every action
  /// that these sent.
  @inlinable public func send(_ action: Action, fileID: StaticString = #fileID, line: UInt = #line) {
    guard phase == .idle else { return sendWhileBusy(action, from: SourceLocation(fileID, line)) }
    dispatch(action)
    if hasWork { finish(from: SourceLocation(fileID, line)) } else { phase = .idle }
  }

  /// Reduces by `change` and notifies subscribers: for an owner that knows that its reducer would do just that with the action
  /// it has, that it starts effects itself, and that the store is idle and without middleware.
  @inlinable @inline(__always) package func reduce(by change: () -> Void) {
    phase = .reducing
    change()
    phase = .notifying
    notify(.none)
    if hasWork { finish(from: nil) } else { phase = .idle }
  }

  @inlinable func dispatch(_ action: Action) {
    guard !hasMiddleware else { return dispatchThroughMiddleware(action) }
    phase = .reducing
    let effect = reducer.body(&current, action)
    phase = .notifying
    notify(effect)
  }

  @inlinable func notify(_ effect: Effect<Action>) {
    reduced &+= 1
    if case .none = effect {} else { start(effect) }
    notifySubscribers()
  }

  @inlinable func notifySubscribers() {
    var position = 0
    // Who subscribes while being notified comes behind this count and is first called for the next action.
    let count = subscribers.count
    // Nothing changes it before all of them have seen it, so it is looked up once.
    let state = current
    while position < count {
      // No subscriber leaves the list while it is walked, so none needs to be retained for its call.
      Unmanaged.passUnretained(subscribers[position])._withUnsafeGuaranteedRef {
        if $0.isActive { $0.body(state) }
      }
      position += 1
    }
  }

  @inline(never) @usableFromInline func dispatchThroughMiddleware(_ action: Action) {
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
        case .stop: return
        case .replace(let other): action = other
        }
      }
    }
    phase = .reducing
    effect = reducer.body(&current, action).merged(with: effect)
    phase = .notifying
    for each in middleware { each.after(current, action) }
    notify(effect)
  }

  @inline(never) @usableFromInline func sendWhileBusy(_ action: Action, from location: SourceLocation?) {
    if phase == .reducing { return onMisuse(.sendInReducer(action, at: location)) }
    queue.append(action)
    hasWork = true
  }

  @inline(never) @usableFromInline func start(_ effect: Effect<Action>) {
    effects.start(effect)
  }

  /// Reduces what was sent meanwhile, then tidies up what had to wait until nothing runs.
  @inline(never) @usableFromInline func finish(from location: SourceLocation?) {
    var drained = 0
    while let action = queue.popFirst() {
      drained += 1
      guard drained <= queueLimit else {
        onMisuse(.runawayLoop(action, limit: queueLimit, dropped: queue.count + 1, at: location))
        queue.removeAll()
        break
      }
      dispatch(action)
    }
    hasWork = false
    phase = .idle
    if hasCancelledSubscribers { sweep() }
    if wantsPoll { poll() }
  }

  private func sweep() {
    hasCancelledSubscribers = false
    // What a subscriber held may end further subscriptions as it goes, so it must not go while the list changes.
    let cancelled = subscribers.filter { !$0.isActive }
    subscribers.removeAll { !$0.isActive }
    withExtendedLifetime(cancelled) {}
  }

  private func deliver(_ action: Action, from location: SourceLocation?) {
    guard phase == .idle else { return sendWhileBusy(action, from: location) }
    dispatch(action)
    finish(from: location)
  }

  private func tell(_ note: EffectNote) {
    switch note {
    case .misuse(let misuse): onMisuse(misuse)
    case .output(let trace): onOutput(trace)
    }
  }
}

extension Store {
  /// Calls `body` on the owner after each reduced action, until the subscription is cancelled or released.
  public func subscribe(_ body: @escaping (State) -> Void) -> Subscription {
    let subscriber = Subscriber(body)
    subscribers.append(subscriber)
    // Weak, so that a subscriber may hold its own subscription.
    return Subscription { [weak self, weak subscriber] in
      if let subscriber { self?.remove(subscriber) }
    }
  }

  private func remove(_ subscriber: Subscriber<State>) {
    subscriber.isActive = false
    if phase == .idle {
      subscribers.removeAll { $0 === subscriber }
    } else {
      hasCancelledSubscribers = true
      hasWork = true
    }
  }

  /// The present state and then those after each action; a slow reader skips to the newest unless told to buffer.
  ///
  /// The sequence ends with the store.
  public func states(
    buffering policy: AsyncStream<State>.Continuation.BufferingPolicy = .bufferingNewest(1)
  ) -> AsyncStream<State> where State: Sendable {
    let (stream, continuation) = AsyncStream.makeStream(of: State.self, bufferingPolicy: policy)
    let ending = Subscription { continuation.finish() }
    continuation.yield(state)
    var subscription: Subscription?
    subscription = subscribe { state in
      _ = ending
      if case .terminated = continuation.yield(state) { subscription?.cancel() }
    }
    return stream
  }

  /// Delivers on the owner what handles and effects have sent since the last time; never blocks.
  public func poll() {
    guard phase == .idle else {
      wantsPoll = true
      hasWork = true
      return
    }
    wantsPoll = false
    // Kept here while it is delivered: a poll from inside must not bring what is newer before what is older.
    inbox.append(contentsOf: mailbox.take())
    while phase == .idle, let message = inbox.popFirst() {
      guard isCurrent(message) else { continue }
      switch message {
      case .action(let action, _): deliver(action, from: nil)
      case .note(let note, _): tell(note)
      case .finished(let job): effects.finish(job)
      }
    }
  }

  /// Whether the message is to be delivered: what a cancelled effect sends before it notices is dropped.
  private func isCurrent(_ message: Mailbox<Action>.Message) -> Bool { message.job.map(effects.isRunning) ?? true }

  private func pending(where predicate: (Mailbox<Action>.Message) -> Bool) -> Int {
    let counts = { [self] message in predicate(message) && isCurrent(message) }
    return inbox.count(where: counts) + mailbox.count(where: counts)
  }

  /// Cancels every effect that runs; what it has sent but is not yet reduced is dropped.
  package func cancelEffects() { effects.cancelAll() }

  /// Whether no effect is in flight and nothing waits to be delivered.
  public var isSettled: Bool { effects.isIdle && pending { _ in true } == 0 }

  /// How many actions of handles and effects wait for ``poll()``.
  package var waiting: Int { pending(where: \.isAction) }

  /// Waits until something new can be delivered, delivers it, and does so again until `isEnough`, nothing is in flight, or the
  /// deadline has passed.
  package func deliver(
    before deadline: ContinuousClock.Instant, isolation: isolated (any Actor)? = #isolation,
    until isEnough: () -> Bool
  ) async {
    while !Task.isCancelled {
      let posted = mailbox.posted
      poll()
      if isEnough() || isSettled || ContinuousClock.now >= deadline { return }
      await mailbox.wait(past: posted, until: deadline)
    }
  }

  /// Waits until every effect, and every effect of the actions they send, has finished or the task is cancelled.
  public func settle(isolation: isolated (any Actor)? = #isolation) async {
    while !Task.isCancelled {
      // Counted before looking, since what arrives while this is on its way to wait may be taken by another poll.
      let posted = mailbox.posted
      poll()
      if isSettled { return }
      await mailbox.wait(past: posted)
    }
  }
}
