/// One step of a journey.
public enum NavigationStep<Route: Equatable & Sendable>: Equatable, Sendable {
  /// A screen comes on top.
  case push(Route)
  /// The top screen goes.
  case pop
  /// All screens above the topmost one of this route go.
  case popTo(Route)
  /// A screen takes the place of the top one, as another screen even if the route is the same.
  case replace(Route)
  /// A screen comes on top and covers the others.
  case present(Route)
  /// The topmost screen that covers others goes, with all above it.
  case dismiss
  /// The topmost screen to which a guard had sent the user goes, with all above it, and the one that was wanted comes in its
  /// place; where there is none, the top screen goes.
  case resume
  /// All screens of this flow go that are on top, and the flow around it is asked what comes next.
  case finish
}

extension NavigationStep {
  func map<Whole>(_ embed: (Route) -> Whole) -> NavigationStep<Whole> {
    switch self {
    case .push(let route): .push(embed(route))
    case .pop: .pop
    case .popTo(let route): .popTo(embed(route))
    case .replace(let route): .replace(embed(route))
    case .present(let route): .present(embed(route))
    case .dismiss: .dismiss
    case .resume: .resume
    case .finish: .finish
    }
  }
}
