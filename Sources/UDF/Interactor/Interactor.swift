/// The rules of a feature together with the services they need: decides what an action does to the state and which work
/// it starts.
///
/// Services come in through the initialiser, as protocols; they are called only inside the effects.
///
///     struct LoadUsers: Interactor {
///       let service: any UserService
///
///       func handle(_ action: UsersAction, state: inout UsersState) -> Effect<UsersAction> { … }
///     }
///     let store = Store(UsersState(), reducer: LoadUsers(service: service).reducer)
public protocol Interactor<State, Action> {
  associatedtype State
  associatedtype Action

  func handle(_ action: Action, state: inout State) -> Effect<Action>
}

extension Interactor {
  /// The interactor as a reducer, to be composed like any other.
  public var reducer: Reducer<State, Action> { Reducer { handle($1, state: &$0) } }
}
