/// What owns the screens that actions and effects belong to.
protocol ScreenOwner: AnyObject {
  /// Whether a screen is on the navigation path.
  func contains(_ screen: Int) -> Bool
  /// An action that may change the path was committed.
  func didNavigate()
}
