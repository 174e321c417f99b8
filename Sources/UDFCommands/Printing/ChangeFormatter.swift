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
    let shown = changes.flatMap(inside)
    if shown.count == 1 {
      let whole = "\(title)  \(line(shown[0]))"
      if Palette.fits(whole, in: width) { return [whole] }
    }
    return [title] + rows(of: shown, limit: limit)
  }

  /// Returns the first `limit` changes, each on its own indented line, or on two if one is too narrow.
  package func lines(_ changes: [Change], limit: Int?) -> [String] {
    rows(of: changes.flatMap(inside), limit: limit)
  }

  private func rows(of changes: [Change], limit: Int?) -> [String] {
    let indented = ChangeFormatter(palette: palette, values: values, width: width.map { $0 - 3 })
    let shown = changes.prefix(limit ?? .max)
    let rest = changes.count > shown.count ? ["   … \(changes.count - shown.count) more"] : []
    return shown.flatMap { indented.rows($0) }.map { "   " + $0 } + rest
  }

  /// Returns the changes inside a table that was replaced by a similar one, if they are few; else the change itself.
  private func inside(_ change: Change) -> [Change] {
    guard change.operation == .set, ValueItems(of: change.old) != nil, ValueItems(of: change.new) != nil else {
      return [change]
    }
    let changes = Change.between(change.old, change.new, at: change.path)
    return (1...3).contains(changes.count) ? changes : [change]
  }

  package func line(_ change: Change) -> String {
    let place = place(change)
    return "\(place): \(text(change, columns: width.map { $0 - place.columns - 2 }))"
  }

  /// Returns the change on one line, or the values below the path if the line would be too long.
  private func rows(_ change: Change) -> [String] {
    let line = line(change)
    if Palette.fits(line, in: width) { return [line] }
    return ["\(place(change)):", "  " + text(change, columns: width.map { $0 - 2 })]
  }

  private func place(_ change: Change) -> String {
    // The last key of the path is the position that the item left.
    change.operation == .move ? Path(change.path.keys.dropLast()).description : change.path.description
  }

  private func text(_ change: Change, columns: Int?) -> String {
    switch change.operation {
    case .move: palette.yellow("↕ \(values.line(change.old)) → \(values.line(change.new))")
    case .insert: added(change, columns)
    case .remove: removed(change, columns)
    case .set where change.old == .none: added(change, columns)
    case .set where change.new == .none: removed(change, columns)
    case .set where change.old == change.new: palette.dim("replaced by an equal value")
    case .set: palette.yellow(values.line(from: change.old, to: change.new, columns: columns))
    }
  }

  private func added(_ change: Change, _ columns: Int?) -> String {
    palette.green("+ \(value(change.new, columns))")
  }

  private func removed(_ change: Change, _ columns: Int?) -> String {
    palette.red("- \(value(change.old, columns))")
  }

  private func value(_ value: Value, _ columns: Int?) -> String {
    guard let columns else { return values.line(value) }
    return values.line(value, columns: max(columns - 3, 20))
  }
}
