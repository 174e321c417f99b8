/// Collects what the exchanges of a check show about each rule.
struct SyncRuleLedger {
  /// The rules that some exchange has tried.
  private var tried: Set<SyncRule> = []
  /// The first exchange that broke a rule.
  private var failures: [SyncRule: SyncEvidence] = [:]
  private var reasons: [SyncRule: String] = [:]

  /// Notes that a rule was tried, and whether it was kept.
  mutating func expect(_ rule: SyncRule, _ isKept: Bool, _ evidence: @autoclosure () -> SyncEvidence) {
    tried.insert(rule)
    if !isKept, failures[rule] == nil { failures[rule] = evidence() }
  }

  /// Notes why rules cannot be tried. A rule that is tried all the same keeps its outcome.
  mutating func skip(_ rules: [SyncRule], _ reason: String) {
    for rule in rules where reasons[rule] == nil { reasons[rule] = reason }
  }

  func isBroken(_ rule: SyncRule) -> Bool { failures[rule] != nil }

  /// One result for each rule.
  var results: [SyncRuleResult] {
    SyncRule.allCases.map { rule in
      if let evidence = failures[rule] { return SyncRuleResult(rule, .fail(evidence)) }
      if tried.contains(rule) { return SyncRuleResult(rule, .pass) }
      return SyncRuleResult(rule, .skipped(reasons[rule] ?? "an earlier failure left nothing to check it with"))
    }
  }
}
