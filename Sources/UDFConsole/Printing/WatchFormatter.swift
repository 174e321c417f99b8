import UDFHost

/// Writes what stands at a place that is watched, and what has changed there or inside it:
///
///     [watch] cart.total: 39.8
///     [watch] cart.total: 39.8 → 44.8
///     [watch] cart.items  [1].qty: 1 → 2
///     [watch] cart
///        items[2]: + {qty=1, sku="B2"}
///        total: 44.8 → 49.8
struct WatchFormatter: Sendable {
  var palette = Palette.plain
  /// Columns of a line; nil writes values whole.
  var width: Int? = 80
  /// Changes shown inside one place; nil shows all.
  var changeLimit: Int? = 5

  private var mark: String { palette.dim("[watch]") }

  func line(_ path: Path, _ value: Value) -> String {
    let values = ValueFormatter()
    let room = width.map { max(20, $0 - 11 - path.description.columns) }
    return "\(mark) \(path): \(room.map { values.line(value, columns: $0) } ?? values.line(value))"
  }

  func lines(_ change: Change) -> [String] {
    let inside = Change.between(change.old, change.new, at: Path([]))
    // Another value as a whole.
    if inside.allSatisfy(\.path.keys.isEmpty) {
      return ["\(mark) \(ChangeFormatter(width: width.map { $0 - 8 }).line(change))"]
    }
    return ChangeFormatter(width: width).lines(inside, of: "\(mark) \(change.path)", limit: changeLimit)
  }
}
