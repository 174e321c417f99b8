/// Watches what goes through a store: called before the reducer with the state as it still is, and after it.
///
/// A middleware changes nothing by itself. One made with ``init(effect:)`` may answer an action with work whose actions come
/// back through the store like any other.
///
///     let log = Middleware<AppState, AppAction>(before: { state, action in print(action) })
public struct Middleware<State, Action> {
  let before: (State, Action) -> Effect<Action>
  let after: (State, Action) -> Void

  /// A passive middleware.
  public init(
    before: @escaping (State, Action) -> Void = { _, _ in },
    after: @escaping (State, Action) -> Void = { _, _ in }
  ) {
    self.before = { state, action in
      before(state, action)
      return .none
    }
    self.after = after
  }

  /// Answers an action with an effect, which starts once the action is reduced.
  public init(effect: @escaping (State, Action) -> Effect<Action>) {
    before = effect
    after = { _, _ in }
  }
}
