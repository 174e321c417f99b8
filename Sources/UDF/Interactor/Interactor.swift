/// The rules of a feature together with the services they need: decides what an action does to the state and which work
/// it starts.
///
/// Services come in through the initialiser, as protocols; they are called only inside the effects.
///
///     struct LampInteractor: Interactor {
///       let lamp: any Lamp
///
///       func handle(_ action: LampAction, state: inout Bool) -> Effect<LampAction> {
///         switch action {
///         case .toggle:
///           return .attempt { [lamp, state] in try await lamp.turn(on: !state) } then: { result in
///             .turned((try? result.get()) ?? false)
///           }
///         case .turned(let isOn):
///           state = isOn
///           return .none
///         }
///       }
///     }
///     let store = Store(false, reducer: LampInteractor(lamp: lamp).reducer)
public protocol Interactor<State, Action> {
  associatedtype State
  associatedtype Action

  /// Changes the state and says what is to be done.
  func handle(_ action: Action, state: inout State) -> Effect<Action>
}

extension Interactor {
  /// The interactor as a reducer, to be composed like any other.
  public var reducer: Reducer<State, Action> { Reducer { handle($1, state: &$0) } }
}
