import UDFHost

/// Formats the value at a watched path, and the changes at or below it:
///
///     [watch] cart.total: 39.8
///     [watch] cart.total: 39.8 → 44.8
///     [watch] cart.items  [1].qty: 1 → 2
///     [watch] cart
///        items[2]: + {qty=1, sku="B2"}
///        total: 44.8 → 49.8
package struct WatchFormatter: Sendable {
  var palette: Palette
  /// The width of a line in columns; nil writes values completely.
  var width: Int?
  /// The maximum number of changes that are shown below one path; nil shows all.
  var changeLimit: Int?

  package init(palette: Palette = .plain, width: Int? = 80, changeLimit: Int? = 5) {
    (self.palette, self.width, self.changeLimit) = (palette, width, changeLimit)
  }

  private var mark: String { palette.dim("[watch]") }

  package func line(_ path: Path, _ value: Value) -> String {
    let values = ValueFormatter()
    let room = width.map { max(20, $0 - 11 - path.description.columns) }
    return "\(mark) \(path): \(room.map { values.line(value, columns: $0) } ?? values.line(value))"
  }

  package func lines(_ change: Change) -> [String] {
    let inside = Change.between(change.old, change.new, at: Path([]))
    // The whole value was replaced.
    if inside.allSatisfy(\.path.keys.isEmpty) {
      return ["\(mark) \(ChangeFormatter(palette: palette, width: width.map { $0 - 8 }).line(change))"]
    }
    return ChangeFormatter(palette: palette, width: width).lines(
      inside, of: "\(mark) \(change.path)", limit: changeLimit)
  }
}
