/// Observes the actions of a store: called in order before the reducer with the former state, and after it.
///
/// A middleware made with ``init(effect:)`` may answer an action with an effect, whose actions pass the store like any
/// others. Only one made with ``init(intercepting:after:)`` can drop or replace an action.
///
///     let log = Middleware<AppState, AppAction>(before: { state, action in print(action) })
public struct Middleware<State, Action>: Sendable {
  enum Before: Sendable {
    case watch(@Sendable (State, Action) -> Void)
    case answer(@Sendable (State, Action) -> Effect<Action>)
    case intercept(@Sendable (State, Action) -> Interception<Action>)
  }

  let before: Before
  let after: @Sendable (State, Action) -> Void

  /// A passive middleware.
  public init(
    before: @escaping @Sendable (State, Action) -> Void = { _, _ in },
    after: @escaping @Sendable (State, Action) -> Void = { _, _ in }
  ) {
    self.before = .watch(before)
    self.after = after
  }

  /// Answers an action with an effect, which starts after the action was reduced.
  public init(effect: @escaping @Sendable (State, Action) -> Effect<Action>) {
    before = .answer(effect)
    after = { _, _ in }
  }

  /// Decides for each action whether it continues; see ``Interception``. `after` receives the reduced action.
  public init(
    intercepting intercept: @escaping @Sendable (State, Action) -> Interception<Action>,
    after: @escaping @Sendable (State, Action) -> Void = { _, _ in }
  ) {
    before = .intercept(intercept)
    self.after = after
  }
}

extension Middleware {
  /// A passive middleware with functions that are not `Sendable`. Use it only for a store with the same owner.
  ///
  ///     let logging = Middleware<AppState, AppAction>.confined(before: { state, action in log.append("\(action)") })
  public static func confined(
    before: @escaping (State, Action) -> Void, after: @escaping (State, Action) -> Void = { _, _ in }
  ) -> Middleware {
    confined(
      intercepting: {
        before($0, $1)
        return .pass
      }, after: after)
  }

  /// Like ``init(intercepting:after:)``, with functions that are not `Sendable`, for a store with the same owner.
  public static func confined(
    intercepting intercept: @escaping (State, Action) -> Interception<Action>,
    after: @escaping (State, Action) -> Void = { _, _ in }
  ) -> Middleware {
    nonisolated(unsafe) let (intercept, after) = (intercept, after)
    return Middleware(intercepting: { intercept($0, $1) }, after: { after($0, $1) })
  }

  /// Returns this middleware with transformed effects.
  package func mapEffects(_ transform: @escaping @Sendable (Effect<Action>, Action) -> Effect<Action>) -> Middleware {
    guard case .answer(let body) = before else { return self }
    return Middleware { state, action in transform(body(state, action), action) }
  }
}
