/// Owns the screens to which actions and effects belong.
protocol ScreenOwner: AnyObject {
  /// Whether a screen is on the navigation path.
  func contains(_ screen: Int) -> Bool
  /// Called after the commit of an action that may have changed the navigation path.
  func didNavigate()
}
