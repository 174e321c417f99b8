import LuaRuntime
import UDF

extension AppHost {
  private var observers: StateObservers { StateObservers(dispatcher: dispatcher, derivations: derivations) }

  /// Calls `body` on the owner after each committed action, until the subscription is cancelled or released.
  public func subscribe(_ body: @escaping (borrowing Commit) -> Void) -> Subscription {
    isOnOwner() ? observers.subscribe(body) : Subscription {}
  }

  /// Calls `body` with the value at a path now and whenever it has become another one: in the state, `cart.items`, in a
  /// view state, `view.cart.rows`, or in the computed values, `computed.cart.total`. Throws a ``HostError`` if the path
  /// is not valid or in no feature, or if the view fails. A view that fails later is reported as an error, and the
  /// subscription waits for the next value.
  ///
  ///     let rows = try host.subscribe(at: "view.cart.rows") { print($0) }
  public func subscribe(at path: String, _ body: @escaping (Value) -> Void) throws -> Subscription {
    try owned().observers.subscribe(at: path, body)
  }

  /// Calls `look` after each action that changed something of interest, and after an undo, a redo and a reload.
  package func follow(
    when concerns: @escaping (borrowing Commit) -> Bool = { _ in true }, _ look: @escaping () -> Void
  ) -> Subscription { observers.follow(when: concerns, look) }

  /// The value at a path now and whenever it has become another one, as ``subscribe(at:_:)`` has it; a slow reader
  /// skips to the newest. Ends with the host.
  ///
  ///     for await count in try host.values(at: "counter.count") { print(count) }
  public func values(at path: String) throws -> AsyncStream<Value> {
    try owned().observers.stream(keeping: .bufferingNewest(1)) { try observers.subscribe(at: path, $0) }
  }

  /// Every committed action with its changes. Ends with the host.
  public func records() -> AsyncStream<ActionRecord> {
    guard isOnOwner() else { return AsyncStream { $0.finish() } }
    return observers.stream { observe in observers.subscribe { observe($0.record) } }
  }

  /// Called on the owner with everything that happens. It may read the host; what it sends waits its turn.
  public var onEvent: ((HostEvent) -> Void)? {
    get { isOnOwner() ? events.onEvent : nil }
    set { if isOnOwner() { events.onEvent = newValue } }
  }

  /// Whether ``onEvent`` receives committed actions; it always receives those that failed. Off, a dispatch costs less.
  public var tellsActions: Bool {
    get { isOnOwner() && events.reportsCommits }
    set { if isOnOwner() { events.reportsCommits = newValue } }
  }

  /// Whether the host reports, as a log line of the level `trace`, when effects begin and end.
  public var tracesEffects: Bool {
    get { isOnOwner() && effects.isTracing }
    set { if isOnOwner() { effects.isTracing = newValue } }
  }
}
