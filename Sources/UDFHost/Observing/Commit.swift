import LuaRuntime

/// An action that has changed, or could have changed, the state; to be asked while its observer runs, which is why it cannot
/// be copied and kept.
public struct Commit: ~Copyable {
  // The tree outlives the notification, and counting its references would cost more than all the rest of it.
  private let unretained: Unmanaged<SliceTree>

  init(_ tree: Unmanaged<SliceTree>) { unretained = tree }

  /// The action's number.
  public var n: Int { dispatched.n }
  /// `feature/name`.
  public var type: String { tree.actions[dispatched.id].name }
  public var origin: Origin { dispatched.origin }
  /// The whole of it.
  public var record: ActionRecord { tree.record(dispatched, .map(tree.action)) }
  /// Whether it changed anything.
  public var hasChanges: Bool { dispatched.start != dispatched.end }
  /// The changes, listed at the first read.
  public var changes: [Change] { tree.lastChanges }

  private var tree: SliceTree { unretained.takeUnretainedValue() }
  // Nothing else is reduced before all observers have seen it.
  private var dispatched: Dispatched { unretained._withUnsafeGuaranteedRef { $0.last } }
}
