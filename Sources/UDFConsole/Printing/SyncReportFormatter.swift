import UDFHost

/// The line that reports the problem of a sync feature, or its end.
struct SyncReportFormatter {
  var palette = Palette.plain

  func line(_ report: SyncReport) -> String {
    let counts = [count(report.pending, "edit waits", "edits wait"), count(report.dead, "was refused", "were refused")]
    let rest = counts.compactMap(\.self)
    let head = report.problem.map { palette.red("sync \(report.feature):") + " \($0)" }
    return ([head ?? "sync \(report.feature): in step again"] + rest).joined(separator: "; ")
  }

  private func count(_ number: Int, _ one: String, _ several: String) -> String? {
    number == 0 ? nil : "\(number) \(number == 1 ? one : several)"
  }
}
