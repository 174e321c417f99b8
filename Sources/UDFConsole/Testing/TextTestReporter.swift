import UDFHost
import UDFTooling

/// One line a file as it ends, then every failure whole, then how many there were of each.
@MainActor
final class TextTestReporter: TestReporter {
  private let output: Output
  private let palette: Palette
  private var failed: [TestResult] = []

  init(output: Output, palette: Palette) {
    self.output = output
    self.palette = palette
  }

  func report(_ round: TestWatch.Round) {
    for notice in round.notices { output.line(palette.dim(notice)) }
    if !round.saved.isEmpty {
      output.line(palette.dim("\n\(names(round.saved)) saved · running \(names(round.files))"))
    }
    output.flush()
  }

  func report(_ results: [TestResult], of file: String) {
    var counts = TestSummary()
    for result in results {
      counts.count(result)
      for line in result.output { output.line("\(palette.dim("\(result.name):")) \(line)") }
    }
    failed += results.filter { $0.status == .failed }
    let mark = counts.failed > 0 ? palette.red("✗") : palette.green("✓")
    let seconds = results.reduce(0) { $0 + $1.seconds }
    output.line("\(mark) \(file)  \(text(counts))  \(palette.dim(ElapsedTime.text(seconds: seconds)))")
    output.flush()
  }

  func report(_ summary: TestSummary) {
    let formatter = TestFailureFormatter(palette: palette)
    for result in failed {
      guard let failure = result.failure else { continue }
      output.line("\n\(palette.red("✗ \(result.name)"))\(place(of: failure, in: result))")
      output.line(formatter.text(failure))
    }
    failed = []
    output.line("\n\(text(summary)) \(palette.dim("(\(ElapsedTime.inSeconds(summary.seconds)))"))")
    output.flush()
  }

  /// The line of the test file that failed, or else where the test is, as one finds the file from here: errors name it as the
  /// app does, and there may be several apps.
  private func place(of failure: TestFailure, in result: TestResult) -> String {
    let isThere = failure.error.file.map { result.file.hasSuffix($0) } ?? false
    guard result.name != result.file, let line = isThere ? failure.error.line : result.line else { return "" }
    return palette.dim("  \(result.file):\(line)")
  }

  /// On one line, however many there are.
  private func names(_ files: [String]) -> String {
    files.count > 3 ? "\(files.count) files" : files.joined(separator: ", ")
  }

  /// `12 passed, 1 failed`
  private func text(_ counts: TestSummary) -> String {
    var parts: [String] = []
    if counts.passed > 0 { parts.append(palette.green("\(counts.passed) passed")) }
    if counts.failed > 0 { parts.append(palette.red("\(counts.failed) failed")) }
    if counts.skipped > 0 { parts.append("\(counts.skipped) skipped") }
    return parts.joined(separator: ", ")
  }
}
