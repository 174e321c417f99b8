/// The problem of a sync feature, or its end. Reported once for each change of the problem.
public struct SyncReport: Sendable, Equatable {
  public var feature: String
  /// Why rows or edits wait: the engine's last failure, or why the app did not take the rows; nil: in step again.
  public var problem: String?
  /// How many edits wait for the server.
  public var pending: Int
  /// How many edits the server has refused.
  public var dead: Int

  public init(feature: String, problem: String?, pending: Int, dead: Int) {
    self.feature = feature
    self.problem = problem
    self.pending = pending
    self.dead = dead
  }
}
