/// An exchange in which a server broke a rule.
public struct SyncEvidence: Sendable, Equatable {
  /// The request, shortened.
  public var sent: String
  /// The answer, shortened, or the reason why there was none.
  public var came: String
  /// What is wrong with the answer.
  public var problem: String

  public init(sent: String, came: String, problem: String) {
    self.sent = sent
    self.came = came
    self.problem = problem
  }
}
