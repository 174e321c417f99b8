/// The rules of a feature with the services that they need: how an action changes the state, and which work it starts.
///
/// Services are passed to the initializer as protocols, and are called only inside effects.
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
public protocol Interactor<State, Action>: Sendable {
  /// The state of the feature.
  associatedtype State
  /// The actions of the feature.
  associatedtype Action

  /// Changes the state and returns the work to do.
  func handle(_ action: Action, state: inout State) -> Effect<Action>
}

extension Interactor {
  /// The interactor as a reducer for composition.
  public var reducer: Reducer<State, Action> { Reducer { handle($1, state: &$0) } }
}
