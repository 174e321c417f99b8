import UDFHost

/// Writes one change on one line: `cart.total: 0 → 39.8`, `cart.items[1]: + {…}`, `cart.items[1]: - {…}`,
/// `cart.items: ↕ 3 → 1`.
struct ChangeFormatter: Sendable {
  var values = ValueFormatter()
  /// Columns that a line may take; nil writes values whole.
  var width: Int? = 80

  /// Changes below a title, the first `limit` of them; a single one stands beside it if there is room.
  func lines(_ changes: [Change], of title: String, limit: Int?) -> [String] {
    if changes.count == 1 {
      let whole = "\(title)  \(line(changes[0]))"
      if Palette.fits(whole, in: width) { return [whole] }
    }
    return [title] + lines(changes, limit: limit)
  }

  /// Each on a line of its own, indented, the first `limit` of them.
  func lines(_ changes: [Change], limit: Int?) -> [String] {
    let indented = ChangeFormatter(values: values, width: width.map { $0 - 3 })
    let shown = changes.prefix(limit ?? .max)
    let rest = changes.count > shown.count ? ["   … \(changes.count - shown.count) more"] : []
    return shown.map { "   " + indented.line($0) } + rest
  }

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
    let room = width - path.description.columns - 5
    return values.line(value, columns: max(room / share, 20))
  }
}
