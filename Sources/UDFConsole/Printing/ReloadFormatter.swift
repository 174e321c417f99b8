import UDFHost

/// Writes the outcome of a reload:
/// `✓ reload features/cart.lua · generation 2 · 1 ms · state kept`, or `✗ reload` with the error and what still runs.
struct ReloadFormatter: Sendable {
  var palette = Palette.plain

  func text(_ report: ReloadReport) -> String {
    if let error = report.error, !report.ok {
      return
        "\(palette.red("✗ reload")) \(ErrorFormatter().text(error))\n   still running generation \(report.generation)"
    }
    let files = report.files.count > 3 ? "\(report.files.count) files" : report.files.joined(separator: ", ")
    let facts = [
      files, "generation \(report.generation)", ElapsedTime.text(seconds: report.duration),
      report.stateReset ? "state reset" : "state kept",
    ]
    let notes = report.notes.map { "\n   \($0)" }.joined()
    return "\(palette.green("✓ reload")) \(facts.filter { !$0.isEmpty }.joined(separator: " · "))\(notes)"
  }
}
