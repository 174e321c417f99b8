/// The changes of a host's state when entries are confirmed, in this order.
///
/// The state before it contains the entries confirmed so far, followed by the host's pending actions. The state after
/// it contains all confirmed entries, followed by the actions that are still pending: those that were rolled back are reduced again.
public struct RebasePlan: Sendable, Hashable {
  public enum Step: Sendable, Hashable {
    /// An entry of another host, or of an earlier run of this one. It is reduced for the first time.
    case foreign(LogEntry)
    /// An own entry whose action was rolled back. It is reduced again; if it is refused, its sender is notified.
    case own(LogEntry)
  }

  /// Own entries whose actions were already reduced at the right place. The state does not change.
  public var unmoved: [LogEntry] = []
  /// The number of pending actions to roll back, newest first: all except those of ``unmoved``, or none.
  public var rollback = 0
  public var steps: [Step] = []

  /// Entries whose effects may start now: all own ones, in the order of the log.
  public var confirmed: [LogEntry] {
    unmoved + steps.compactMap { if case .own(let entry) = $0 { entry } else { nil } }
  }
}
