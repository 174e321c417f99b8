/// One navigation step.
///
///     try path.apply(.push(.article(7)))
///     try path.apply(.present(.login))
///     try path.apply(.dismiss)   // article(7) is on top
public enum NavigationStep<Route: Equatable & Sendable>: Equatable, Sendable {
  /// Adds a screen on top.
  case push(Route)
  /// Removes the top screen.
  case pop
  /// Removes all screens above the topmost one with this route.
  case popTo(Route)
  /// Removes all screens above the one with this id; see ``popTo(id:)``.
  case popToScreen(Int)
  /// Replaces the top screen by a new screen, even if the route is the same.
  case replace(Route)
  /// Adds a screen on top that covers the others.
  case present(Route)
  /// Removes the topmost screen that covers others, and all above it.
  case dismiss
  /// Removes the topmost screen to which a guard has navigated, and all above it, and adds the original route in its
  /// place. If there is no such screen, it removes the top screen.
  case resume
  /// Removes the screens of this flow from the top, and passes the event to the surrounding flow.
  case finish
}

extension NavigationStep {
  /// Removes all screens above the one with this id. With several screens of one route, the id identifies exactly one.
  ///
  ///     try path.apply(.popTo(id: path.entries[0].id))
  public static func popTo(id: Int) -> NavigationStep { .popToScreen(id) }

  func map<Whole>(_ embed: (Route) -> Whole) -> NavigationStep<Whole> {
    switch self {
    case .push(let route): .push(embed(route))
    case .pop: .pop
    case .popTo(let route): .popTo(embed(route))
    case .popToScreen(let id): .popToScreen(id)
    case .replace(let route): .replace(embed(route))
    case .present(let route): .present(embed(route))
    case .dismiss: .dismiss
    case .resume: .resume
    case .finish: .finish
    }
  }
}
