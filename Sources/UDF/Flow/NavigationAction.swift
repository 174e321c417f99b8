/// An action for a path. Only the flow decides which steps follow.
///
///     store.send(.navigation(.event(.articleChosen(7))))
///     store.send(.navigation(.back))
///     store.send(.navigation(.open("news://host/articles/7")))
public enum NavigationAction<Event: ScreenEvent>: Equatable, Sendable {
  /// An event of a screen.
  case event(Event)
  /// Goes back; does nothing at the first screen.
  case back
  /// Follows a link.
  case open(String)
}

extension NavigationAction: Codable where Event: Codable {}
