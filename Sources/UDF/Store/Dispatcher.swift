/// Sends each action to all who registered, in the order of registration: what joins several stores that do not know each
/// other.
///
///     let dispatcher = Dispatcher<AppAction>()
///     let registrations = [dispatcher.register(search), dispatcher.register(history)]
///     dispatcher.dispatch(.find("swift"))   // both stores reduce it
///     registrations[1].cancel()
///     dispatcher.dispatch(.find("lua"))     // only the first one does
///
/// Confined to its owner like a ``Store``, and with the same rules: what is dispatched meanwhile waits its turn, so that all
/// stores see the actions in one order; a loop is cut and reported; other threads use ``handle``.
public final class Dispatcher<Action> {
  // A store of the last action has the queue, the subscriptions and the reports that this needs.
  private let store: Store<Action?, Action>

  /// A dispatcher with nobody registered.
  ///
  /// - Parameters:
  ///   - queueLimit: how many actions one outermost dispatch may cause before the rest is dropped as a runaway loop.
  ///   - onMisuse: called with each misuse, on the owner.
  ///   - isolation: the actor that owns it; see ``Store``.
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

  /// Sends the action to all who are registered.
  public func dispatch(_ action: Action, fileID: StaticString = #fileID, line: UInt = #line) {
    store.send(action, fileID: fileID, line: line)
  }

  /// Dispatches actions from any thread, in order.
  public var handle: Send<Action> { store.handle }

  /// Calls `body` with each action until the subscription is cancelled or released.
  public func register(_ body: @escaping (Action) -> Void) -> Subscription {
    store.subscribe { action in if let action { body(action) } }
  }

  /// Sends the store each action that `extract` makes one of its own, until the subscription is cancelled or released.
  public func register<State, Part>(
    _ store: Store<State, Part>, _ extract: @escaping (Action) -> Part?
  ) -> Subscription {
    register { [weak store] action in if let part = extract(action) { store?.send(part) } }
  }

  /// Sends the store each action until the subscription is cancelled or released.
  public func register<State>(_ store: Store<State, Action>) -> Subscription { register(store) { $0 } }
}
