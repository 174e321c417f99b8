import UDFHost

/// Formats the outcome of a reload:
///
///     ✓ reload features/cart.lua · generation 2 · 1 ms · state kept
///     ✗ reload features/cart.lua:14:24
///        14 |   items = push(s.items a),
///           |                        ^ ')' expected near 'a'
///        still running generation 1
package struct ReloadFormatter: Sendable {
  var palette: Palette
  /// The width of a line in columns; nil: no limit.
  var width: Int?

  package init(palette: Palette = .plain, width: Int? = nil) {
    (self.palette, self.width) = (palette, width)
  }

  package func text(_ report: ReloadReport) -> String {
    if let error = report.error, !report.ok {
      let text = atCaret(ErrorFormatter().text(error), error)
      // A refusal before the reload starts already names the reload.
      let isSubject = text.hasPrefix("reload: ")
      let mark = palette.red(isSubject ? "✗" : "✗ reload")
      return "\(mark) \(text)\n   still running generation \(report.generation)"
    }
    let files = report.files.count > 3 ? "\(report.files.count) files" : report.files.joined(separator: ", ")
    let facts = [
      files, "generation \(report.generation)", ElapsedTime.text(seconds: report.duration),
      report.stateReset ? "state reset" : "state kept",
    ]
    let notes = report.notes.flatMap { $0.split(separator: "\n") }.map { "\n   \($0)" }.joined()
    return "\(palette.green("✓ reload")) \(facts.filter { !$0.isEmpty }.joined(separator: " · "))\(notes)"
  }

  /// Puts the error message after the caret that marks its position, if there is a caret and enough space.
  private func atCaret(_ text: String, _ error: HostError) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let file = error.file, let line = error.line, let column = error.column,
      let caret = lines.firstIndex(where: { $0.wholeMatch(of: #/ +\| +\^/#) != nil })
    else { return text }
    let place = "\(file):\(line):\(column)"
    guard lines[0].hasPrefix(place + ": ") else { return text }
    let marked = lines[caret] + " " + lines[0].dropFirst(place.count + 2)
    if let width, marked.columns > width { return text }
    (lines[0], lines[caret]) = (place, marked)
    return lines.joined(separator: "\n")
  }
}
