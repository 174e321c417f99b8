/// What became of an action that was dispatched.
enum DispatchOutcome {
  /// Its reducers have run, or a middleware has stopped it.
  case committed
  /// It waits for the action under way.
  case queued
  /// It changed nothing.
  case refused(HostError)
}
