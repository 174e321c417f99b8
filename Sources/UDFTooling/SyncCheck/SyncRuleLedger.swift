/// Collects the results of a check for each rule.
struct SyncRuleLedger {
  /// The rules that at least one exchange has tested.
  private var tried: Set<SyncRule> = []
  /// The first exchange that broke a rule.
  private var failures: [SyncRule: SyncEvidence] = [:]
  private var reasons: [SyncRule: String] = [:]

  /// Records that a rule was tested, and whether the server follows it.
  mutating func expect(_ rule: SyncRule, _ isKept: Bool, _ evidence: @autoclosure () -> SyncEvidence) {
    tried.insert(rule)
    if !isKept, failures[rule] == nil { failures[rule] = evidence() }
  }

  /// Records why rules cannot be tested. If a rule is tested nevertheless, its result counts.
  mutating func skip(_ rules: [SyncRule], _ reason: String) {
    for rule in rules where reasons[rule] == nil { reasons[rule] = reason }
  }

  func isBroken(_ rule: SyncRule) -> Bool { failures[rule] != nil }

  /// Returns why a rule cannot be tested; nil if nothing prevents it.
  func reason(toSkip rule: SyncRule) -> String? { reasons[rule] }

  var results: [SyncRuleResult] {
    SyncRule.allCases.map { rule in
      if let evidence = failures[rule] { return SyncRuleResult(rule, .fail(evidence)) }
      if tried.contains(rule) { return SyncRuleResult(rule, .pass) }
      return SyncRuleResult(rule, .skipped(reasons[rule] ?? "an earlier failure prevented this check"))
    }
  }
}
