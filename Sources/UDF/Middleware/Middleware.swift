/// Watches what goes through a store: called before the reducer with the state as it still is, and after it, both times in
/// the order of registration.
///
/// A middleware changes nothing by itself. One made with ``init(effect:)`` may answer an action with work whose actions come
/// back through the store like any other. Only one made with ``init(intercepting:after:)`` can stop an action or put another
/// in its place.
///
///     let log = Middleware<AppState, AppAction>(before: { state, action in print(action) })
public struct Middleware<State, Action> {
  enum Before {
    case watch((State, Action) -> Void)
    case answer((State, Action) -> Effect<Action>)
    case intercept((State, Action) -> Interception<Action>)
  }

  let before: Before
  let after: (State, Action) -> Void

  /// A passive middleware.
  public init(
    before: @escaping (State, Action) -> Void = { _, _ in },
    after: @escaping (State, Action) -> Void = { _, _ in }
  ) {
    self.before = .watch(before)
    self.after = after
  }

  /// Answers an action with an effect, which starts once the action is reduced.
  public init(effect: @escaping (State, Action) -> Effect<Action>) {
    before = .answer(effect)
    after = { _, _ in }
  }

  /// Says of each action whether it goes on. After a reduction `after` sees what was reduced.
  ///
  ///     let guests = Middleware<AppState, AppAction>(intercepting: { state, action in
  ///       if case .delete = action, state.user == nil { .replace(with: .askForLogin) } else { .pass }
  ///     })
  public init(
    intercepting intercept: @escaping (State, Action) -> Interception<Action>,
    after: @escaping (State, Action) -> Void = { _, _ in }
  ) {
    before = .intercept(intercept)
    self.after = after
  }
}

extension Middleware {
  /// This middleware, with `transform` at work on each effect that it answers with.
  package func mapEffects(_ transform: @escaping (Effect<Action>, Action) -> Effect<Action>) -> Middleware {
    guard case .answer(let body) = before else { return self }
    return Middleware { state, action in transform(body(state, action), action) }
  }
}
