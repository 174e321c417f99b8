import UDFCommands
import UDFHost
import UDFTooling

/// Formats the failure of a test: what failed and where, one difference a line, the surrounding source lines, and how
/// to fix it.
struct TestFailureFormatter: Sendable {
  var palette = Palette.plain
  private let values = ValueFormatter()
  /// The width of the terminal; nil without a terminal.
  private let window: Int?
  /// The maximum width of one value.
  private let columns = 60

  init(palette: Palette = .plain, columns: Int? = nil) { (self.palette, window) = (palette, columns) }

  func text(_ failure: TestFailure) -> String {
    let lines = failure.error.message.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
    let excerpt = failure.excerpt.split(separator: "\n").map { line in
      palette.dim(" " + (window.map { String(line).shortened(to: $0 - 1) } ?? String(line)))
    }
    return (lines.prefix(1) + failure.differences.map { "    \(line($0))" } + excerpt + lines.dropFirst())
      .joined(separator: "\n")
  }

  /// `users.loading: expected true, is false`
  func line(_ difference: TestDifference) -> String {
    let place = difference.path.keys.isEmpty ? "" : "\(difference.path): "
    let skipped = sharedPrefix(difference)
    let expected = palette.green(shown(difference.expected, from: skipped))
    let actual = palette.red(shown(difference.actual, from: skipped))
    switch difference.kind {
    case .differs: return "\(place)expected \(expected), is \(actual)"
    case .surplus: return "\(place)not expected, is \(actual)"
    case .missing: return "\(place)expected \(expected), is missing"
    }
  }

  private func shown(_ value: Value, from start: Int) -> String {
    guard start > 0, case .string(let text) = value else { return values.line(value, columns: columns) }
    return values.line(.string("…" + text.dropFirst(start)), columns: columns)
  }

  /// Returns how many common first characters of two long texts are left out, so that the visible parts contain the
  /// difference.
  private func sharedPrefix(_ difference: TestDifference) -> Int {
    guard case .string(let expected) = difference.expected, case .string(let actual) = difference.actual,
      max(expected.count, actual.count) > columns
    else { return 0 }
    return max(0, zip(expected, actual).prefix { $0 == $1 }.count - 10)
  }
}
