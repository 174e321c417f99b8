/// Whether a server follows a rule, with the evidence.
public struct SyncRuleResult: Sendable, Equatable {
  public enum Outcome: Sendable, Equatable {
    case pass
    /// The request, the answer, and what is wrong with it.
    case fail(SyncEvidence)
    /// Why the rule could not be checked.
    case skipped(String)
  }

  public var rule: SyncRule
  public var outcome: Outcome

  public init(_ rule: SyncRule, _ outcome: Outcome) {
    self.rule = rule
    self.outcome = outcome
  }

  /// `pass`, `fail` or `skipped`.
  public var status: String {
    switch outcome {
    case .pass: "pass"
    case .fail: "fail"
    case .skipped: "skipped"
    }
  }
}
