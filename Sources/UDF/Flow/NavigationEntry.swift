/// One screen on a path. Two screens with the same route are two entries, and what belongs to one is no business of the
/// other.
public struct NavigationEntry<Route: Equatable & Sendable>: Identifiable, Equatable, Sendable {
  /// Tells this screen from all others that are or were on its path.
  public let id: Int
  /// What it shows.
  public let route: Route
  /// Whether it covers what is below it instead of following it.
  public let isModal: Bool
  /// Where the user wanted to go when a guard sent them here first.
  public let wanted: Route?
}

extension NavigationEntry: Codable where Route: Codable {}
