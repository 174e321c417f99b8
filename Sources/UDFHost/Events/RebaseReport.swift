import LuaRuntime

/// The result of an undo, a redo or a return to a past point.
public struct RebaseReport: Sendable {
  /// The actions that were removed from the history, newest first.
  public var removed: [ActionRecord] = []
  /// The actions that were restored, oldest first.
  public var restored: [ActionRecord] = []
  /// The changes of the state; several changes at one place are one. Slices that engines write have none.
  public var changes: [Change] = []
  /// The actions in the history whose changes now differ, oldest first; also restored ones, after a reload.
  public var differing: [ReplayedAction] = []
  /// The other actions that their reducers now refuse, oldest first. They were removed from the history.
  public var refusals: [ReplayReport.Refusal] = []
  /// Effects of kept actions that do not run because a removed action had cancelled or dropped them.
  public var lostEffects: [LostEffect] = []
  /// Calls by effects of removed actions, oldest first. An undo does not revert them.
  public var calls: [MadeCall] = []

  public init() {}
}
