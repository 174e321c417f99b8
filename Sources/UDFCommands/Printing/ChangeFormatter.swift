import UDFHost

/// Formats one change on one line: `cart.total: 0 → 39.8`, `cart.items[1]: + {…}`, `cart.items[1]: - {…}`, `cart.items:
/// ↕ 3 → 1`.
package struct ChangeFormatter: Sendable {
  var palette: Palette
  var values: ValueFormatter
  /// The maximum width of a line in columns; nil writes values completely.
  var width: Int?

  package init(palette: Palette = .plain, values: ValueFormatter = ValueFormatter(), width: Int? = 80) {
    (self.palette, self.values, self.width) = (palette, values, width)
  }

  /// Returns the first `limit` changes on lines below a title. A single change is on the title's line if it fits.
  package func lines(_ changes: [Change], of title: String, limit: Int?) -> [String] {
    if changes.count == 1 {
      let whole = "\(title)  \(line(changes[0]))"
      if Palette.fits(whole, in: width) { return [whole] }
    }
    return [title] + lines(changes, limit: limit)
  }

  /// Returns the first `limit` changes, each on its own indented line.
  package func lines(_ changes: [Change], limit: Int?) -> [String] {
    let indented = ChangeFormatter(palette: palette, values: values, width: width.map { $0 - 3 })
    let shown = changes.prefix(limit ?? .max)
    let rest = changes.count > shown.count ? ["   … \(changes.count - shown.count) more"] : []
    return shown.map { "   " + indented.line($0) } + rest
  }

  package func line(_ change: Change) -> String {
    switch change.operation {
    case .insert: added(change)
    case .remove: removed(change)
    // The last key of the path is the position that the item left.
    case .move:
      "\(Path(change.path.keys.dropLast())): "
        + palette.yellow("↕ \(values.line(change.old)) → \(values.line(change.new))")
    case .set where change.old == .none: added(change)
    case .set where change.new == .none: removed(change)
    case .set: "\(change.path): " + palette.yellow(both(change))
    }
  }

  /// Returns both values. A long one gets the space that the other does not need, and at least half of the line.
  private func both(_ change: Change) -> String {
    guard let width else { return "\(values.line(change.old)) → \(values.line(change.new))" }
    let room = width - change.path.description.columns - 5
    let half = max(room / 2, 20)
    let new = values.line(change.new, columns: half)
    let old = values.line(change.old, columns: max(room - new.columns, half))
    return "\(old) → \(values.line(change.new, columns: max(room - old.columns, half)))"
  }

  private func added(_ change: Change) -> String {
    "\(change.path): " + palette.green("+ \(text(change.new, beside: change.path))")
  }

  private func removed(_ change: Change) -> String {
    "\(change.path): " + palette.red("- \(text(change.old, beside: change.path))")
  }

  private func text(_ value: Value, beside path: Path) -> String {
    guard let width else { return values.line(value) }
    let room = width - path.description.columns - 5
    return values.line(value, columns: max(room, 20))
  }
}
