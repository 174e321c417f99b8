import LuaRuntime

/// The result of reducing the history again with the present code.
public struct ReplayReport: Sendable {
  /// An action that was committed and that the present code refuses.
  public struct Refusal: Sendable {
    public var n: Int
    /// `feature/name`.
    public var type: String
    public var error: HostError

    public init(n: Int, type: String, error: HostError) {
      self.n = n
      self.type = type
      self.error = error
    }
  }

  /// The first action with another result, from which all were reduced again; nil: none, and nothing was reduced.
  public var first: Int?
  /// The number of actions that were reduced again; if none differs, the number of compared actions.
  public var actions: Int
  /// The actions that were left out, oldest first.
  public var refusals: [Refusal]
  /// The number of actions that could not be compared: they are no longer known, or their reducer was stopped.
  public var unseen: Int
  /// The changes of the state; several changes at one place are one.
  public var changes: [Change]

  public init(first: Int?, actions: Int, refusals: [Refusal] = [], unseen: Int = 0, changes: [Change] = []) {
    self.first = first
    self.actions = actions
    self.refusals = refusals
    self.unseen = unseen
    self.changes = changes
  }
}
