/// What can happen to a path, as actions: nobody but the flow says which steps follow.
public enum NavigationAction<Event: ScreenEvent>: Equatable, Sendable {
  /// Something has happened on a screen.
  case event(Event)
  /// The user goes back; at the first screen nothing happens.
  case back
  /// A link was followed.
  case open(String)
}

extension NavigationAction: Codable where Event: Codable {}
