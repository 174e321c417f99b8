/// Receives the events of a host: a program, a prompt, a page of the inspector.
package protocol EventListener: AnyObject {
  /// How it receives committed actions; it always receives those that failed.
  var commits: CommitInterest { get }
  /// Whether it shows errors to somebody, so that the log does not need them.
  var showsProblems: Bool { get }
  func didEmit(_ event: HostEvent)
  /// The action `n` was dispatched; `record` makes a record of it, which a listener of numbers does not call.
  func didDispatch(_ n: Int, _ status: Status, _ record: () -> ActionRecord)
}
