/// The app that a new generation replaces.
struct FormerApp {
  /// nil: the app is loaded for the first time.
  var generation: Generation?
  /// The states of removed features, by name.
  var parked: [String: ParkedState] = [:]
  /// The screens on the navigation path.
  var screens: [ScreenInstance] = []
}
