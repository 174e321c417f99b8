import UDFHost
import UDFTooling

/// Formats the findings of a check, and their number.
package struct CheckFormatter {
  var palette: Palette

  package init(palette: Palette = .plain) {
    self.palette = palette
  }

  package func text(_ finding: Finding) -> String {
    finding.severity == .error
      ? ErrorFormatter(palette: palette).text(finding.error) : ErrorFormatter().text(finding.error)
  }

  /// `asks to reach api.example.com`, and `checked 5 files: 2 errors, 1 warning`
  package func summary(_ report: CheckReport) -> String {
    var found: [String] = []
    if report.errors > 0 { found.append(palette.red(report.errors.of("error"))) }
    if report.warnings > 0 { found.append(report.warnings.of("warning")) }
    let result = found.isEmpty ? palette.green("no findings") : found.joined(separator: ", ")
    let grants = report.grants.isEmpty ? "" : "asks \(GrantText(report.grants).words)\n"
    return "\(grants)checked \(report.files.of("file")): \(result)"
  }
}
