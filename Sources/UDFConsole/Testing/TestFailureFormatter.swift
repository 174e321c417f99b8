import UDFHost

/// Writes why a test failed: what and where, the differences one a line, the script around it, and how to fix it.
struct TestFailureFormatter: Sendable {
  var palette = Palette.plain
  private let values = ValueFormatter()

  init(palette: Palette = .plain) { self.palette = palette }

  func text(_ failure: TestFailure) -> String {
    let lines = failure.error.message.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
    let excerpt = failure.excerpt.split(separator: "\n").map { palette.dim(" \($0)") }
    return (lines.prefix(1) + failure.differences.map { "    \(line($0))" } + excerpt + lines.dropFirst())
      .joined(separator: "\n")
  }

  /// `users.loading: expected true, is false`
  func line(_ difference: TestDifference) -> String {
    let place = difference.path.keys.isEmpty ? "" : "\(difference.path): "
    let expected = palette.green(shown(difference.expected))
    let actual = palette.red(shown(difference.actual))
    switch difference.kind {
    case .differs: return "\(place)expected \(expected), is \(actual)"
    case .surplus: return "\(place)not expected, is \(actual)"
    case .missing: return "\(place)expected \(expected), is missing"
    }
  }

  private func shown(_ value: Value) -> String { values.line(value, columns: 60) }
}
