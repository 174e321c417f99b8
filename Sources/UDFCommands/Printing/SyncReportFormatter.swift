import UDFHost

/// Formats the line that reports a problem of a sync feature, or the end of the problem.
package struct SyncReportFormatter {
  var palette: Palette

  package init(palette: Palette = .plain) {
    self.palette = palette
  }

  package func line(_ report: SyncReport) -> String {
    let counts = [count(report.pending, "edit waits", "edits wait"), count(report.dead, "was refused", "were refused")]
    let rest = counts.compactMap(\.self) + (report.isHalted ? ["to try again, send \(report.feature).pull{}"] : [])
    let head = report.problem.map { palette.red("sync \(report.feature):") + " \($0)" }
    return ([head ?? "sync \(report.feature): synchronized again"] + rest).joined(separator: "; ")
  }

  private func count(_ number: Int, _ one: String, _ several: String) -> String? {
    number == 0 ? nil : "\(number) \(number == 1 ? one : several)"
  }
}
