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
  /// Effects that do not run: of kept actions, because a removed one had cancelled or dropped them; of actions whose undo
  /// cancels them, also when these are restored.
  public var lostEffects: [LostEffect] = []
  /// Calls by effects of removed actions, oldest first. An undo does not revert them.
  public var calls: [MadeCall] = []

  /// The host of the shared log that has undone the actions, if it is another one.
  public var host: String?

  public init() {}
}
