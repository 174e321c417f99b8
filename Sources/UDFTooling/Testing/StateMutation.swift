import LuaRuntime
import UDFHost

/// Changes as the Lua that a test would tell them with: `function(state) state.users.loading = true end`.
struct StateMutation {
  /// More is told by an ellipsis.
  private static let limit = 3
  private let changes: [Change]
  private let isWhole: Bool

  /// - Parameter isWhole: all of it, for a script to run, and not only as much as one reads at a glance.
  init(_ changes: [Change], isWhole: Bool = false) {
    self.changes = changes
    self.isWhole = isWhole
  }

  var text: String {
    let limit = isWhole ? changes.count : StateMutation.limit
    var statements = changes.prefix(limit).map { $0.statement(written) }
    if changes.count > limit { statements.append("…") }
    return statements.isEmpty ? "function(state) … end" : "function(state) \(statements.joined(separator: "; ")) end"
  }

  private func written(_ value: Value) -> String { isWhole ? LuaText.written(value) : value.asWritten }
}

extension Value {
  /// As one writes it in a script, with an ellipsis for what is long.
  var asWritten: String {
    let text = description
    return text.count > 60 ? "…" : text
  }
}
