import LuaRuntime
import UDF

/// Sends the actions of shared features to the log, and starts their effects after the log has confirmed them.
protocol SharedActions: AnyObject {
  /// Whether an action of this size in bytes can be sent now.
  func accepts(size: Int) -> Bool
  /// Returns the reason why no action of this type and size in bytes can be sent now; nil: it can be sent.
  func refusal(of type: String, size: Int) -> HostError?
  /// Called after the commit of an action of this host. `bytes` is the action in byte form, including the type;
  /// `effect` is the effect that its reducers have returned.
  func didCommit(_ action: Dispatched, screen: Int, effect: Effect<HostAction>)
  /// Returns the sender of the action that was committed last. Observers receive it before the log notes its entry.
  func origin(ofLast n: Int, isOwn: Bool) -> SharedOrigin
}
