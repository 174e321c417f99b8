import UDFHost

/// Writes what was measured as a table, in a narrow window with fewer columns:
///
///     total     mean    worst  calls   bytes
///     1.2 ms  0.04 ms  0.10 ms     30  1.2 kB  reducer cart/add
struct CostFormatter: Sendable {
  var palette = Palette.plain
  /// Columns of a line; nil leaves names whole.
  var width: Int? = 80

  private struct Column {
    var title: String
    var text: @Sendable (Cost) -> String
  }

  // The first are the last to go.
  private static let columns = [
    Column(title: "total") { ElapsedTime.fine(seconds: $0.seconds) },
    Column(title: "calls") { $0.calls.grouped },
    Column(title: "mean") { ElapsedTime.fine(seconds: $0.mean) },
    Column(title: "worst") { ElapsedTime.fine(seconds: $0.worst) },
    Column(title: "bytes") { ByteCount.text($0.bytes) },
  ]

  func text(_ costs: [Cost]) -> String {
    let cells = Self.columns.map { column in [column.title] + costs.map(column.text) }
    let widths = cells.map { $0.map(\.columns).max() ?? 0 }
    let names = costs.map { "\($0.kind.rawValue) \($0.name)" }
    let longest = min(names.map(\.columns).max() ?? 0, 24)
    var shown = cells.count
    if let width {
      while shown > 1, widths.prefix(shown).reduce(0, +) + 2 * shown + longest > width { shown -= 1 }
    }
    let room = width.map { max(8, $0 - widths.prefix(shown).reduce(0, +) - 2 * shown) } ?? .max
    return ([""] + names).enumerated().map { row, name in
      let numbers = (0..<shown).map { column in
        let cell = cells[column][row]
        return String(repeating: " ", count: widths[column] - cell.columns) + cell
      }.joined(separator: "  ")
      return row == 0 ? palette.dim(numbers) : "\(numbers)  \(name.shortened(to: room))"
    }.joined(separator: "\n")
  }
}
