/// A view of a store for one feature: its part of the state and its own actions.
///
/// It notifies subscribers only when the part has changed, so changes of other features cost one comparison. The scope
/// keeps the last part for this comparison, so the part should contain only what the feature shows.
///
///     let cart = store.scope(\.cart, action: AppAction.cart)   // `store.scope()` is the whole store
///     cart.send(.add("A1"))
///     let subscription = cart.subscribe { cart in print(cart.items) }
///     for await cart in cart.states() { print(cart.items) }
public struct Scope<State: Equatable, Action> {
  let read: () -> State
  let dispatch: (Action) -> SentEffects
  let observe: (@escaping (State) -> Void) -> Subscription

  /// The present part of the state.
  public var state: State { read() }

  /// Sends the action to the store of this scope.
  @discardableResult public func send(_ action: Action) -> SentEffects { dispatch(action) }

  /// Calls `body` on the owner after each action that changed the part.
  public func subscribe(_ body: @escaping (State) -> Void) -> Subscription {
    var last = read()
    return observe { next in
      guard next != last else { return }
      last = next
      body(next)
    }
  }

  /// A stream of the present part and then of each changed part. A slow reader gets only the newest one.
  public func states() -> AsyncStream<State> where State: Sendable {
    AsyncStream(from: state, buffering: .bufferingNewest(1), subscribe)
  }

  /// Returns a scope of a part of this part: a member, or the result of a function.
  public func scope<Part: Equatable, PartAction>(
    _ part: @escaping (State) -> Part, action embed: @escaping (PartAction) -> Action
  ) -> Scope<Part, PartAction> {
    Scope<Part, PartAction>(
      read: { part(read()) }, dispatch: { dispatch(embed($0)) }, observe: { body in observe { body(part($0)) } })
  }
}

extension Store {
  /// Returns a scope of the store for one feature. `part` selects the feature's part: a member of the store's state, or a
  /// value that is computed from it.
  public func scope<Part: Equatable, PartAction>(
    _ part: @escaping (State) -> Part, action embed: @escaping (PartAction) -> Action
  ) -> Scope<Part, PartAction> {
    Scope(
      read: { part(self.state) }, dispatch: { self.send(embed($0)) },
      observe: { body in self.subscribe { body(part($0)) } })
  }

  /// Returns the whole store as a scope.
  public func scope() -> Scope<State, Action> where State: Equatable { scope(\.self) { $0 } }
}
