import LuaRuntime

/// What came of doing the past anew with the present code.
public struct ReplayReport: Sendable {
  /// An action that the present code refuses: it did happen, and does not any more.
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

  /// The first action that does something else now, from which on all were done anew; nil: there is none, and nothing was done.
  public var first: Int?
  /// How many were looked at if none differs, else how many were done anew.
  public var actions: Int
  /// What was left out, oldest first.
  public var refusals: [Refusal]
  /// How many could not be compared: they are no longer known, or their reducer is stopped before it ends.
  public var unseen: Int
  /// What it changed in the state: of several changes at one place one is left.
  public var changes: [Change]

  public init(first: Int?, actions: Int, refusals: [Refusal] = [], unseen: Int = 0, changes: [Change] = []) {
    self.first = first
    self.actions = actions
    self.refusals = refusals
    self.unseen = unseen
    self.changes = changes
  }
}
