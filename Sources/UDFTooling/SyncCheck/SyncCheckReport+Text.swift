import Foundation

extension SyncCheckReport {
  /// The report for people: one line for each rule, and three more lines for each broken rule.
  public var lines: [String] {
    var lines = results.flatMap(\.lines)
    if !leftovers.isEmpty {
      lines.append("These rows could not be deleted; delete them yourself: \(leftovers.joined(separator: ", "))")
    }
    return lines + ["\(passed) passed, \(failed) failed, \(skipped) skipped · the server speaks version \(version)"]
  }

  /// The report for programs: one JSON object for each rule, and one with the totals.
  public var jsonLines: [String] {
    let summary: [String: JSONValue] = [
      "kind": "summary", "version": .integer(Int64(version)), "passed": .integer(Int64(passed)),
      "failed": .integer(Int64(failed)), "skipped": .integer(Int64(skipped)),
      "leftovers": .list(leftovers.map(JSONValue.string)),
    ]
    return results.map(\.json) + [JSONValue.object(summary).text]
  }
}

extension SyncRuleResult {
  private static let width = (SyncRule.allCases.map(\.rawValue.count).max() ?? 0) + 2

  fileprivate var lines: [String] {
    let name = rule.rawValue.padding(toLength: Self.width, withPad: " ", startingAt: 0)
    let status = status.padding(toLength: 9, withPad: " ", startingAt: 0)
    switch outcome {
    case .pass: return ["\(status)\(name)\(rule.requirement)"]
    case .skipped(let reason): return ["\(status)\(name)\(reason)"]
    case .fail(let evidence):
      let details = [("expected", rule.requirement), ("sent", evidence.sent), ("came", evidence.came)]
      return ["\(status)\(name)\(evidence.problem)"]
        + details.map { "           \($0.padding(toLength: 10, withPad: " ", startingAt: 0))\($1)" }
    }
  }

  fileprivate var json: String {
    var fields: [String: JSONValue] = [
      "kind": "rule", "rule": .string(rule.rawValue), "status": .string(status),
      "expected": .string(rule.requirement),
    ]
    switch outcome {
    case .pass: break
    case .skipped(let reason): fields["reason"] = .string(reason)
    case .fail(let evidence):
      fields["problem"] = .string(evidence.problem)
      fields["sent"] = .string(evidence.sent)
      fields["came"] = .string(evidence.came)
    }
    return JSONValue.object(fields).text
  }
}
