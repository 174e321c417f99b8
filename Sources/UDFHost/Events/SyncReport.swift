/// The problem of a sync feature, or its end. Reported once for each change of the problem.
public struct SyncReport: Sendable, Equatable {
  public var feature: String
  /// Why rows or mutations wait: a failure of the engine, or the app's refusal of rows; nil: no problem any more.
  public var problem: String?
  /// The number of mutations in the outbox.
  public var pending: Int
  /// The number of mutations that the server has refused.
  public var dead: Int
  /// Whether the engine sends no requests until the app sends `pull`.
  public var isHalted = false
  /// Whether the problem is an edit that the server has refused for good.
  public var isRefusal = false

  public init(feature: String, problem: String?, pending: Int, dead: Int) {
    self.feature = feature
    self.problem = problem
    self.pending = pending
    self.dead = dead
  }
}
