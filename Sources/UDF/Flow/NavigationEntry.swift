/// A screen on a path. Two screens with the same route are two entries with separate states and effects.
///
///     for screen in store.state.path.entries { print(screen.id, screen.route, screen.isModal) }
public struct NavigationEntry<Route: Equatable & Sendable>: Identifiable, Equatable, Sendable {
  /// Identifies this screen among all present and former screens of its path.
  public let id: Int
  /// What it shows.
  public let route: Route
  /// Whether the screen covers the ones below it, instead of following them.
  public let isModal: Bool
  /// The route that the user wanted when a guard navigated here first.
  public let wanted: Route?
}

extension NavigationEntry: Codable where Route: Codable {}
