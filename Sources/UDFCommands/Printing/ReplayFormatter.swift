import UDFHost

/// Formats the difference between the history and the present code's results:
///
///     1 of 2 past actions now differs (#1) · :replay to adopt
package struct ReplayFormatter: Sendable {
  var palette: Palette
  /// The width of a line in columns; nil writes values completely.
  var width: Int?

  package init(palette: Palette = .plain, width: Int? = 80) {
    (self.palette, self.width) = (palette, width)
  }

  package func text(_ preview: ReplayPreview) -> String {
    let differing = preview.differing.count
    let all = preview.actions.of("past action")
    let what =
      differing == 0
      ? "none of \(all) now differs"
      : "\(differing) of \(all) now \(differing == 1 ? "differs" : "differ") (\(numbers(preview)))"
    let remedy = differing == 0 ? nil : ":replay to adopt"
    return "   " + [what, unseen(preview.unseen), remedy].compactMap(\.self).joined(separator: " · ")
  }

  package func text(_ report: ReplayReport) -> String {
    guard let first = report.first else {
      return ["none of \(report.actions.of("past action")) now differs", unseen(report.unseen)].compactMap(\.self)
        .joined(separator: " · ")
    }
    let count = report.actions.of("action")
    let head = ["\(palette.green("✓ replay")) from #\(first)", "\(count) reduced again", unseen(report.unseen)]
      .compactMap(\.self).joined(separator: " · ")
    let refusals = report.refusals.flatMap { ["   #\($0.n) \($0.type) is left out:"] + lines($0.error) }
    return ([head] + refusals).joined(separator: "\n")
  }

  package func text(_ replayed: [ReplayedAction]) -> String {
    let summaries = ActionFormatter(palette: palette, width: width)
    return replayed.flatMap { action in
      let head = summaries.summary(action.record, action.differs ? "differs" : "the same")
      return [head] + (action.differs ? differences(action) : [])
    }.joined(separator: "\n")
  }

  /// Changes that both versions make are left out.
  private func differences(_ action: ReplayedAction) -> [String] {
    let changes = ChangeFormatter(palette: palette, width: width.map { $0 - 9 })
    func section(_ title: String, _ lines: [String]) -> [String] {
      lines.enumerated().map { ($0.offset == 0 ? "   \(title) " : "       ") + $0.element }
    }
    func shown(_ list: [Change]) -> [String] { list.isEmpty ? [palette.dim("no change")] : list.map(changes.line) }
    let now = action.error.map { lines($0).map { String($0.drop { $0 == " " }) } } ?? shown(action.changes)
    return section("was", shown(action.record.changes)) + section("now", now)
  }

  private func lines(_ error: HostError) -> [String] {
    ErrorFormatter(palette: palette).text(error).split(separator: "\n").map { "     \($0)" }
  }

  private func numbers(_ preview: ReplayPreview) -> String {
    let shown = preview.differing.prefix(5).map { "#\($0)" }.joined(separator: ", ")
    return preview.differing.count > 5 ? shown + ", …" : shown
  }

  private func unseen(_ count: Int) -> String? {
    count == 0 ? nil : "\(count) more could not be compared"
  }
}
