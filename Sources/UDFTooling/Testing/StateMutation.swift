import LuaRuntime
import UDFHost

/// Changes as Lua code for a test: `function(state) state.users.loading = true end`.
struct StateMutation {
  /// The maximum number of changes; an ellipsis replaces the others.
  private static let limit = 3
  private let changes: [Change]
  private let isWhole: Bool

  /// - Parameter isWhole: whether all changes are written, so that the code can run.
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
  /// The value as Lua source, with an ellipsis if it is long.
  var asWritten: String {
    let text = description
    return text.count > 60 ? "…" : text
  }
}
