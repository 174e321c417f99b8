/// What a middleware that may intercept makes of an action.
public enum Interception<Action> {
  /// It goes on as it is.
  case pass
  /// It goes no further: it is not reduced, nobody is notified, and nothing that it would have started starts.
  case stop
  /// Another goes on in its place, to the middleware behind this one and to the reducer.
  case replace(with: Action)
}

extension Interception: Sendable where Action: Sendable {}
