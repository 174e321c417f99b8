import UDFHost

/// Writes the outcome of a reload:
///
///     ✓ reload features/cart.lua · generation 2 · 1 ms · state kept
///     ✗ reload features/cart.lua:14:24
///        14 |   items = push(s.items a),
///           |                        ^ ')' expected near 'a'
///        still running generation 1
struct ReloadFormatter: Sendable {
  var palette = Palette.plain
  /// Columns of a line; nil: any.
  var width: Int?

  func text(_ report: ReloadReport) -> String {
    if let error = report.error, !report.ok {
      let text = atCaret(ErrorFormatter().text(error), error)
      // What refuses it before it begins has the reload itself for a subject.
      let isSubject = text.hasPrefix("reload: ")
      let mark = palette.red(isSubject ? "✗" : "✗ reload")
      return "\(mark) \(text)\n   still running generation \(report.generation)"
    }
    let files = report.files.count > 3 ? "\(report.files.count) files" : report.files.joined(separator: ", ")
    let facts = [
      files, "generation \(report.generation)", ElapsedTime.text(seconds: report.duration),
      report.stateReset ? "state reset" : "state kept",
    ]
    let notes = report.notes.map { "\n   \($0)" }.joined()
    return "\(palette.green("✓ reload")) \(facts.filter { !$0.isEmpty }.joined(separator: " · "))\(notes)"
  }

  /// The error with what is wrong behind the caret that shows where, if there is one and room beside it.
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
