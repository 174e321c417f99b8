/// A store seen by one feature: its part of the state and its own actions.
///
/// Subscribers hear of it only when the part has changed, so what other features do costs one comparison. For that the
/// scope keeps the part it last showed; let it be what the feature shows, not more.
///
///     let cart = store.scope(\.cart, action: AppAction.cart)
///     cart.send(.add("A1"))
public struct Scope<State: Equatable, Action> {
  private let read: () -> State
  private let dispatch: (Action) -> Void
  private let observe: (@escaping (State) -> Void) -> Subscription

  init(
    read: @escaping () -> State, dispatch: @escaping (Action) -> Void,
    observe: @escaping (@escaping (State) -> Void) -> Subscription
  ) {
    self.read = read
    self.dispatch = dispatch
    self.observe = observe
  }

  /// The present part of the state.
  public var state: State { read() }

  /// Sends the action to the store behind this scope.
  public func send(_ action: Action) { dispatch(action) }

  /// Calls `body` on the owner after each action that changed the part.
  public func subscribe(_ body: @escaping (State) -> Void) -> Subscription {
    var last = read()
    return observe { next in
      guard next != last else { return }
      last = next
      body(next)
    }
  }

  /// A part of this part: a member, or what a function makes of it.
  public func scope<Part: Equatable, PartAction>(
    _ part: @escaping (State) -> Part, action embed: @escaping (PartAction) -> Action
  ) -> Scope<Part, PartAction> {
    Scope<Part, PartAction>(
      read: { part(read()) }, dispatch: { dispatch(embed($0)) }, observe: { body in observe { body(part($0)) } })
  }
}

extension Store {
  /// The store as one feature sees it: a member of its state, or what a function makes of it.
  public func scope<Part: Equatable, PartAction>(
    _ part: @escaping (State) -> Part, action embed: @escaping (PartAction) -> Action
  ) -> Scope<Part, PartAction> {
    Scope(
      read: { part(self.state) }, dispatch: { self.send(embed($0)) },
      observe: { body in self.subscribe { body(part($0)) } })
  }

  /// The whole store as a scope.
  public func scope() -> Scope<State, Action> where State: Equatable {
    scope(\.self) { $0 }
  }
}
