/// An action that has changed, or could have changed, the state; to be asked while its observer runs.
public struct Commit {
  private let host: AppHost
  private let dispatched: Dispatched

  init(host: AppHost, dispatched: Dispatched) {
    self.host = host
    self.dispatched = dispatched
  }

  /// The action's number.
  public var n: Int { dispatched.n }
  /// `feature/name`.
  public var type: String { host.tree.actions[dispatched.id].name }
  public var origin: Origin { dispatched.origin }
  /// The whole of it.
  public var record: ActionRecord { host.record(dispatched, .map(host.tree.action)) }
  /// Whether it changed anything.
  public var hasChanges: Bool { dispatched.start != dispatched.end }
  /// What it changed; told when asked for.
  public var changes: [Change] { host.tree.history.changes(from: dispatched.start, to: dispatched.end) }
}
