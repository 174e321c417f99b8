import UDFHost

extension JSONLines {
  /// Returns the lines of an undo, a redo, a return to a past point or a confirmation: one object for each action of another host
  /// that came before own ones, one for the report, and one for each change of the state.
  package static func rebase(_ command: RebaseCommand, _ report: RebaseReport) -> [String] {
    let foreign = command == .confirm ? report.restored.filter { $0.origin == .log } : []
    let head = object(command.rawValue) { fields in
      if let host = report.host { fields.add("host", .string(host)) }
      if !report.removed.isEmpty { fields.add("removed", numbers(report.removed)) }
      if !report.restored.isEmpty { fields.add("restored", numbers(report.restored)) }
      if !report.differing.isEmpty { fields.add("differing", numbers(report.differing.map(\.record))) }
      if !report.refusals.isEmpty { fields.add("refused", refusals(report.refusals)) }
      if !report.lostEffects.isEmpty { fields.add("lost", .list(report.lostEffects.map(described))) }
      if !report.calls.isEmpty { fields.add("calls", .list(report.calls.map(described))) }
    }
    return foreign.map { action($0) } + [head] + report.changes.map { change($0, ofRebase: report.first) }
  }

  /// Returns the line of a change that does not belong to a single action.
  /// - Parameter rebase: the first action that was removed, restored or reduced differently; nil if a load or a reload
  ///   made the change.
  package static func change(_ change: Change, ofRebase rebase: Int? = nil) -> String {
    object("change") { fields in
      if let rebase { fields.add("rebase", .integer(Int64(rebase))) }
      fields.add(change)
    }
  }

  package static func refusals(_ refusals: [ReplayReport.Refusal]) -> Value {
    .list(
      refusals.map { refusal in
        ["n": .integer(Int64(refusal.n)), "type": .string(refusal.type), "message": .string(refusal.error.message)]
      })
  }

  private static func numbers(_ records: [ActionRecord]) -> Value { .list(records.map { .integer(Int64($0.n)) }) }

  private static func described(_ loss: LostEffect) -> Value {
    [
      "n": .integer(Int64(loss.n)), "effect": .string(loss.effect), "manner": .string(loss.manner.rawValue),
      "by": .integer(Int64(loss.by)),
    ]
  }

  private static func described(_ call: MadeCall) -> Value {
    ["n": .integer(Int64(call.n)), "service": .string(call.service), "method": .string(call.method)]
  }
}

extension RebaseReport {
  /// The first action that was removed, restored or reduced differently.
  fileprivate var first: Int? {
    let numbers = removed.map(\.n) + restored.map(\.n) + differing.map(\.record.n) + refusals.map(\.n)
    return numbers.min()
  }
}
