import LuaRuntime

/// A past action beside what the present code does with it, in the state that it found when it was sent.
public struct ReplayedAction: Sendable {
  /// As it happened. Changes to features in Swift are left out: no reload changes what they do.
  public var record: ActionRecord
  /// What it changes now.
  public var changes: [Change]
  /// Why it is refused now, nil if it is not.
  public var error: HostError?
  public var differs: Bool

  public init(record: ActionRecord, changes: [Change], error: HostError? = nil, differs: Bool) {
    self.record = record
    self.changes = changes
    self.error = error
    self.differs = differs
  }
}
