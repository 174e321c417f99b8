import LuaRuntime

/// A committed action. It can be read only while its observer runs, so it is not copyable.
public struct Commit: ~Copyable {
  // Unretained: the tree outlives the notification, and reference counting would cost more than the rest.
  private let unretained: Unmanaged<SliceTree>

  init(_ tree: Unmanaged<SliceTree>) { unretained = tree }

  /// The action's number.
  public var n: Int { dispatched.n }
  /// `feature/name`.
  public var type: String { tree.actions[dispatched.id].name }
  public var origin: Origin { dispatched.origin }
  /// The record of the action.
  public var record: ActionRecord { tree.record(dispatched, .map(tree.action)) }
  /// Whether the action changed the state.
  public var hasChanges: Bool { dispatched.start != dispatched.end }
  /// The changes, computed at the first read.
  public var changes: [Change] { tree.lastChanges }

  private var tree: SliceTree { unretained.takeUnretainedValue() }
  // No other action is reduced before all observers have run.
  private var dispatched: Dispatched { unretained._withUnsafeGuaranteedRef { $0.last } }
}
