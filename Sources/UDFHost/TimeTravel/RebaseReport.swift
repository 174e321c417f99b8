import LuaRuntime

/// What an undo, a redo or a return to a past point did.
public struct RebaseReport: Sendable {
  /// The actions that it removed from the history, newest first.
  public var removed: [ActionRecord] = []
  /// The actions that it brought back, oldest first.
  public var restored: [ActionRecord] = []
  /// What it changed in the state: of several changes at one place one is left. Slices that engines feed have none.
  public var changes: [Change] = []
  /// The other actions that now change something else, oldest first.
  public var differing: [ReplayedAction] = []
  /// The other actions that their reducers refuse now, oldest first. They are no longer in the history.
  public var refusals: [ReplayReport.Refusal] = []
  /// Effects of actions that are still in the history and do not run because of a removed one: it had cancelled them, or taken
  /// their turn.
  public var lostEffects: [LostEffect] = []
  /// What effects of removed actions have called, and nothing takes back; oldest first.
  public var calls: [MadeCall] = []

  public init() {}
}
