import UDFHost

/// Writes one change on one line: `cart.total: 0 → 39.8`, `cart.items[1]: + {…}`, `cart.items[1]: - {…}`,
/// `cart.items: ↕ 3 → 1`.
struct ChangeFormatter: Sendable {
  var values = ValueFormatter()
  /// Columns that a line may take; nil writes values whole.
  var width: Int? = 80

  func line(_ change: Change) -> String {
    switch change.operation {
    case .insert: "\(change.path): + \(text(change.new, beside: change.path))"
    case .remove: "\(change.path): - \(text(change.old, beside: change.path))"
    // The path ends in the position that the item left.
    case .move:
      "\(Path(change.path.keys.dropLast())): ↕ \(values.line(change.old)) → \(values.line(change.new))"
    case .set: setLine(change)
    }
  }

  private func setLine(_ change: Change) -> String {
    if change.old == .none { return "\(change.path): + \(text(change.new, beside: change.path))" }
    if change.new == .none { return "\(change.path): - \(text(change.old, beside: change.path))" }
    let old = text(change.old, beside: change.path, share: 2)
    let new = text(change.new, beside: change.path, share: 2)
    return "\(change.path): \(old) → \(new)"
  }

  private func text(_ value: Value, beside path: Path, share: Int = 1) -> String {
    guard let width else { return values.line(value) }
    let room = width - path.description.count - 5
    return values.line(value, columns: max(room / share, 20))
  }
}
