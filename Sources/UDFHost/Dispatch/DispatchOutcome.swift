/// The outcome of a dispatch.
enum DispatchOutcome {
  /// The reducers have changed the state.
  case committed
  /// A middleware has stopped the action.
  case stopped
  /// The action waits until the present one is reduced.
  case queued
  /// The action has changed nothing, for this reason.
  case refused(HostError)
}
