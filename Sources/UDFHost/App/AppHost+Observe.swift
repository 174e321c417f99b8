import LuaRuntime
import UDF

extension AppHost {
  private var observers: StateObservers { StateObservers(dispatcher: dispatcher, derivations: derivations) }

  /// Calls `body` on the owner after each committed action, until the subscription is cancelled or released.
  public func subscribe(_ body: @escaping (borrowing Commit) -> Void) -> Subscription {
    isOnOwner() ? observers.subscribe(body) : Subscription {}
  }

  /// Calls `body` with the value at a path now and after each change of the value. The path leads to the state
  /// (`cart.items`), a view state (`view.cart.rows`) or a computed value (`computed.cart.total`). Throws a
  /// ``HostError`` if the path is not valid or not in a feature, or if the view fails. If the view fails later, the
  /// host reports the error, and the subscription waits for the next value.
  ///
  ///     let rows = try host.subscribe(at: "view.cart.rows") { print($0) }
  public func subscribe(at path: String, _ body: @escaping (Value) -> Void) throws -> Subscription {
    try owned().observers.subscribe(at: path, body)
  }

  /// Calls `look` after each action that `concerns` accepts, and after an undo, a redo and a reload.
  package func follow(
    when concerns: @escaping (borrowing Commit) -> Bool = { _ in true }, _ look: @escaping () -> Void
  ) -> Subscription { observers.follow(when: concerns, look) }

  /// Returns the value at a path now and after each change, as ``subscribe(at:_:)`` does. A slow reader receives only
  /// the newest value. The stream ends when the host is released; ``stop()`` does not end it.
  ///
  ///     for await count in try host.values(at: "counter.count") { print(count) }
  public func values(at path: String) throws -> AsyncStream<Value> {
    try owned().observers.newest { try observers.subscribe(at: path, $0) }
  }

  /// Returns every committed action with its changes. The stream ends when the host is released, or with an error when unread
  /// actions reach the memory limit.
  public func records() -> AsyncStream<ActionRecord> {
    guard isOnOwner() else { return AsyncStream { $0.finish() } }
    return observers.all("records()", weight: \.weight) { observe in observers.subscribe { observe($0.record) } }
  }

  /// Calls `body` on the owner with each event, until the subscription is cancelled or released. It may read the host;
  /// actions that it sends are queued. The first observer also receives the earlier events.
  ///
  ///     let errors = host.observe(actions: false) { event in
  ///       if case .error(let error, _) = event { print(error.message) }
  ///     }
  ///
  /// - Parameters:
  ///   - actions: whether it receives committed actions; it always receives those that failed. If no observer receives
  ///     them, a dispatch costs less.
  ///   - body: receives each event.
  public func observe(actions: Bool = true, _ body: @escaping (HostEvent) -> Void) -> Subscription {
    isOnOwner() ? events.add(EventClosure(commits: actions ? .records : .none, body)) : Subscription {}
  }

  /// Adds a listener until the subscription is cancelled or released.
  package func observe(with listener: any EventListener) -> Subscription {
    isOnOwner() ? events.add(listener) : Subscription {}
  }

  /// Emits a log line of the program.
  package func log(level: String, message: String) {
    if isOnOwner() { events.emit(.log(level: level, message: message, fields: [:])) }
  }

  /// Whether the host reports the start and the end of effects as log lines of the level `trace`.
  public var tracesEffects: Bool {
    get { isOnOwner() && effects.isTracing }
    set { if isOnOwner() { effects.isTracing = newValue } }
  }
}
