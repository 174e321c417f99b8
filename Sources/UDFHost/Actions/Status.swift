/// The result of an action.
public enum Status: String, Sendable {
  case committed
  /// The action's declaration or a reducer refused it; the state is unchanged.
  case rejected
  /// No feature has a reducer or effect for it.
  case unhandled
}
