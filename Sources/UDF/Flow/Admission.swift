/// The decision of a guard about a route to which the user wants to go.
///
///     flow.guarded { route, state in route == .favorites && state.user == nil ? .first(.login) : .pass }
public enum Admission<Route> {
  /// Permits the route.
  case pass
  /// Navigates to this route first. ``NavigationStep/resume`` later evaluates the guard of the original route again.
  case first(Route)
  /// Refuses the route; the path does not change.
  case refuse
}

extension Admission: Sendable where Route: Sendable {}

extension Admission {
  func map<Whole>(_ embed: (Route) -> Whole) -> Admission<Whole> {
    switch self {
    case .pass: .pass
    case .first(let route): .first(embed(route))
    case .refuse: .refuse
    }
  }
}
