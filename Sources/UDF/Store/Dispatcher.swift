/// Sends each action to all registered receivers, in the order of registration. It connects independent stores.
///
///     let dispatcher = Dispatcher<AppAction>()
///     let registrations = [dispatcher.register(search), dispatcher.register(history)]
///     dispatcher.dispatch(.find("swift"))   // both stores reduce it
///     registrations[1].cancel()
///     dispatcher.dispatch(.find("lua"))     // only the first one does
///
/// Confined to its owner like a ``Store``, with the same rules: actions that are dispatched meanwhile are queued, so
/// all stores receive the actions in the same order; a loop is cut and reported; other threads use ``handle``.
public final class Dispatcher<Action> {
  // A store of the last action provides the queue, the subscriptions and the reports.
  private let store: Store<Action?, Action>

  /// Makes a dispatcher without receivers. The parameters are those of a ``Store``.
  public init(
    queueLimit: Int = 10_000, onMisuse: @escaping (Misuse) -> Void = Misuse.print,
    isolation: isolated (any Actor)? = #isolation
  ) {
    let reducer = Reducer<Action?, Action> { last, action in
      last = action
      return .none
    }
    store = Store(nil, reducer: reducer, queueLimit: queueLimit, onMisuse: onMisuse, isolation: isolation)
  }

  /// Sends the action to all registered receivers.
  public func dispatch(_ action: Action, fileID: StaticString = #fileID, line: UInt = #line) {
    store.send(action, fileID: fileID, line: line)
  }

  /// Dispatches actions from any thread, in the order of the calls.
  public var handle: Send<Action> { store.handle }

  /// Calls `body` with each action until the subscription is cancelled or released.
  public func register(_ body: @escaping (Action) -> Void) -> Subscription {
    store.subscribe { action in if let action { body(action) } }
  }

  /// Registers a store for the actions from which `extract` returns one of its own, until the subscription ends.
  public func register<State, Part>(
    _ store: Store<State, Part>, _ extract: @escaping (Action) -> Part?
  ) -> Subscription {
    register { [weak store] action in if let part = extract(action) { store?.send(part) } }
  }

  /// Registers a store for all actions, until the subscription is cancelled or released.
  public func register<State>(_ store: Store<State, Action>) -> Subscription { register(store) { $0 } }
}
