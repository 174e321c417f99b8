import UDFHost

extension JSONLines {
  /// The lines of an undo, a redo or a return to a past point: an object for itself, and each change of the state.
  static func rebase(_ kind: String, _ report: RebaseReport) -> [String] {
    let head = object(kind) { fields in
      if !report.removed.isEmpty { fields.add("removed", numbers(report.removed)) }
      if !report.restored.isEmpty { fields.add("restored", numbers(report.restored)) }
      if !report.differing.isEmpty { fields.add("differing", numbers(report.differing.map(\.record))) }
      if !report.refusals.isEmpty { fields.add("refused", refusals(report.refusals)) }
      if !report.lostEffects.isEmpty { fields.add("lost", .list(report.lostEffects.map(described))) }
      if !report.calls.isEmpty { fields.add("calls", .list(report.calls.map(described))) }
    }
    return [head] + report.changes.map { change($0) }
  }

  /// A change that no single action made.
  static func change(_ change: Change) -> String { object("change") { $0.add(change) } }

  static func refusals(_ refusals: [ReplayReport.Refusal]) -> Value {
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
