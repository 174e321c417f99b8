/// The decision of an intercepting middleware about an action.
///
///     let guests = Middleware<AppState, AppAction>(intercepting: { state, action in
///       if case .delete = action, state.user == nil { .stop } else { .pass }
///     })
public enum Interception<Action> {
  /// The action continues unchanged.
  case pass
  /// The action is dropped: it is not reduced, no subscriber is notified, and no effect starts.
  case stop
  /// Another action continues instead, to the next middleware and to the reducer.
  case replace(with: Action)
}

extension Interception: Sendable where Action: Sendable {}
