import UDFHost
import UDFTooling

/// Writes what a check has found, and how much that was.
struct CheckFormatter {
  var palette = Palette.plain

  func text(_ finding: Finding) -> String {
    finding.severity == .error
      ? ErrorFormatter(palette: palette).text(finding.error) : ErrorFormatter().text(finding.error)
  }

  /// `checked 5 files: 2 errors, 1 warning`
  func summary(_ report: CheckReport) -> String {
    var found: [String] = []
    if report.errors > 0 { found.append(palette.red(report.errors.of("error"))) }
    if report.warnings > 0 { found.append(report.warnings.of("warning")) }
    let result = found.isEmpty ? palette.green("nothing to complain about") : found.joined(separator: ", ")
    return "checked \(report.files.of("file")): \(result)"
  }
}
