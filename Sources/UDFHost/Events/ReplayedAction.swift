import LuaRuntime

/// A past action, and its result with the present code, reduced from the state before it.
public struct ReplayedAction: Sendable {
  /// The action as it was recorded, without changes of features in Swift: a reload does not change these.
  public var record: ActionRecord
  /// The changes that it makes now.
  public var changes: [Change]
  /// The error with which the present code refuses it; nil: the present code commits it.
  public var error: HostError?
  public var differs: Bool

  public init(record: ActionRecord, changes: [Change], error: HostError? = nil, differs: Bool) {
    self.record = record
    self.changes = changes
    self.error = error
    self.differs = differs
  }
}
