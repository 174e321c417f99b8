/// What time travel asks of the rest of a host.
protocol TimeTravelOwner: AnyObject {
  /// Throws if the state that is there now cannot be shown; `what` names the command in the error.
  func checkState(for what: String) throws(HostError)
  /// What an action has asked of an engine.
  func engineRequest(of action: History.Kept) -> EngineRequest?
  /// Notifies observers that a rebase has replaced the state, and ends the effects of actions that are no longer in the history.
  func didRebase(without removed: Set<Int>)
  /// What the effects of actions have done to others and outside.
  var effectLedger: EffectLedger { get }
}
