import LuaRuntime

/// Changes as the Lua that a test would tell them with: `function(state) state.users.loading = true end`.
struct StateMutation {
  /// More is told by an ellipsis.
  private static let limit = 3
  private let changes: [Change]

  init(_ changes: [Change]) { self.changes = changes }

  var text: String {
    var statements = changes.prefix(StateMutation.limit).map(statement)
    if changes.count > StateMutation.limit { statements.append("…") }
    return statements.isEmpty ? "function(state) … end" : "function(state) \(statements.joined(separator: "; ")) end"
  }

  private func statement(_ change: Change) -> String {
    let list = "state.\(Path(change.path.keys.dropLast()))"
    let position = change.path.keys.last.map { "\($0.value)" } ?? ""
    switch change.operation {
    case .set: return "state.\(change.path) = \(change.new.asWritten)"
    case .insert: return "table.insert(\(list), \(position), \(change.new.asWritten))"
    case .remove: return "table.remove(\(list), \(position))"
    case .move: return "table.insert(\(list), \(change.new), table.remove(\(list), \(change.old)))"
    }
  }
}

extension Value {
  /// As one writes it in a script, with an ellipsis for what is long.
  var asWritten: String {
    let text = description
    return text.count > 60 ? "…" : text
  }
}
