/// What a guard says of a route to which the user is about to go.
public enum Admission<Route> {
  /// Go on.
  case pass
  /// Go to this route first; ``NavigationStep/resume`` goes on from there, if the guard then lets it.
  case first(Route)
  /// Stay.
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
