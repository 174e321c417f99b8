import UDFHost

/// Formats measurements as a table. A narrow window has fewer columns:
///
///      total  calls     mean    worst   bytes
///     1.2 ms     30  0.04 ms  0.10 ms  1.2 kB  reducer cart/add
package struct CostFormatter: Sendable {
  var palette: Palette
  /// The width of a line in columns; nil does not shorten names.
  var width: Int?

  package init(palette: Palette = .plain, width: Int? = 80) {
    (self.palette, self.width) = (palette, width)
  }

  private struct Column {
    var title: String
    var text: @Sendable (Cost) -> String
  }

  // In a narrow window, later columns are dropped before earlier ones.
  private static let columns = [
    Column(title: "total") { ElapsedTime.fine(seconds: $0.seconds) },
    Column(title: "calls") { $0.calls.grouped },
    Column(title: "mean") { ElapsedTime.fine(seconds: $0.mean) },
    Column(title: "worst") { ElapsedTime.fine(seconds: $0.worst) },
    Column(title: "bytes") { ByteCount.text($0.bytes) },
  ]

  package func text(_ costs: [Cost]) -> String {
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

  /// Returns a line for each run of an action, indented below the run around it.
  package func text(_ spans: [CostSpan]) -> String {
    let times = spans.map { ElapsedTime.fine(seconds: $0.seconds) }
    let widest = times.map(\.columns).max() ?? 0
    return zip(spans, times).map { span, time in
      let indent = String(repeating: " ", count: widest - time.columns)
      let name = String(repeating: "  ", count: min(span.depth, 20)) + "\(span.kind.rawValue) \(span.name)"
      return "\(indent)\(time)  \(name.shortened(to: width.map { max(8, $0 - widest - 2) } ?? .max))"
    }.joined(separator: "\n")
  }
}
