/// Receives the events of a host: a program, a prompt, a page of the inspector.
package protocol EventListener: AnyObject {
  /// Whether it receives committed actions; it always receives those that failed. Without a listener that does, a dispatch
  /// costs less.
  var receivesCommits: Bool { get }
  func didEmit(_ event: HostEvent)
  /// The action `n` was dispatched; `record` makes a record of it.
  func didDispatch(_ n: Int, _ status: Status, _ record: () -> ActionRecord)
}
