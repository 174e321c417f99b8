import UDFHost

extension AppHost {
  /// The app's features, actions, effects, services, flow and scenes with their connections: those that the source shows,
  /// and those that the host has seen.
  public var graph: AppGraph { isOnOwner() ? GraphBuilder(self).graph : AppGraph() }
}
