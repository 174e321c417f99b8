/// One action as it went through the host.
public struct ActionRecord: Sendable, Equatable {
  /// Counts every action of this host from 1.
  public var n: Int
  /// `feature/name`.
  public var type: String
  public var fields: Record
  public var origin: Origin
  public var status: Status
  public var changes: [Change]
  /// Seconds from the dispatch to the commit, 0 where nobody watched.
  public var duration: Double
  /// Taken back, and can be done again.
  public var undone: Bool

  public init(
    n: Int, type: String, fields: Record, origin: Origin, status: Status, changes: [Change] = [],
    duration: Double = 0, undone: Bool = false
  ) {
    self.n = n
    self.type = type
    self.fields = fields
    self.origin = origin
    self.status = status
    self.changes = changes
    self.duration = duration
    self.undone = undone
  }
}

/// Where an action came from.
public enum Origin: String, Sendable, BitwiseCopyable {
  case prompt, event, effect, sync, native
}

/// What became of an action.
public enum Status: String, Sendable {
  case committed
  /// Refused by its declaration or its reducer; nothing changed.
  case rejected
  /// No feature has a reducer or effect for it.
  case unhandled
}
