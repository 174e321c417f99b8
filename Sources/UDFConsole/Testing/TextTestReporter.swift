import UDFCommands
import UDFHost
import UDFTooling

/// Reports each file when it ends, then every failure in full, then the counts. With one file, all its tests are listed
/// with their times; with several files, only the failed tests.
@MainActor
final class TextTestReporter: TestReporter {
  private let output: Output
  private let palette: Palette
  private let isVerbose: Bool
  /// The number of files that run.
  private var files = 0
  private var failed: [TestResult] = []

  /// - Parameter isVerbose: whether all tests are listed, for any number of files.
  init(output: Output, palette: Palette, isVerbose: Bool) {
    self.output = output
    self.palette = palette
    self.isVerbose = isVerbose
  }

  func report(_ round: TestWatch.Round) {
    for notice in round.notices { output.wrapped(palette.dim(notice)) }
    if !round.saved.isEmpty {
      output.wrapped(palette.dim("\n\(names(round.saved)) saved · running \(names(round.files))"))
    } else if round.isOfFailed {
      output.wrapped(
        palette.dim(round.files.isEmpty ? "\nno test has failed" : "\nrunning failed tests of \(names(round.files))"))
    }
    output.flush()
  }

  func report(_ results: [TestResult], of file: String) {
    var counts = TestSummary()
    for result in results {
      counts.count(result)
      for line in result.output { output.wrapped("\(palette.dim("\(result.name):")) \(line)") }
    }
    failed += results.filter { $0.status == .failed }
    let mark = counts.failed > 0 ? palette.red("✗") : palette.green("✓")
    let seconds = results.reduce(0) { $0 + $1.seconds }
    output.wrapped("\(mark) \(file)  \(text(counts))  \(palette.dim(ElapsedTime.text(seconds: seconds)))")
    // A file that does not load has only one result, which is reported for the file itself.
    for result in results where result.name != file && (isVerbose || files < 2 || result.status == .failed) {
      output.wrapped("  \(line(result))")
    }
    output.flush()
  }

  /// `✓ users › loads once  1.2 ms`
  private func line(_ result: TestResult) -> String {
    let time = palette.dim(ElapsedTime.text(seconds: result.seconds))
    switch result.status {
    case .passed: return "\(palette.green("✓")) \(result.name)  \(time)"
    case .failed: return "\(palette.red("✗")) \(result.name)  \(time)"
    case .skipped: return palette.dim("- \(result.name)")
    }
  }

  /// `3 of 12 files · 41 tests · 2 failed · features/cart_test.lua › adds`
  func report(_ progress: TestProgress) {
    files = progress.files
    var parts = ["\(progress.filesDone) of \(progress.files.of("file"))", progress.tests.of("test")]
    if progress.failed > 0 { parts.append("\(progress.failed) failed") }
    output.status((parts + [progress.current.cleaned]).joined(separator: " · "))
  }

  func report(_ summary: TestSummary) {
    let formatter = TestFailureFormatter(palette: palette, columns: output.columns)
    for result in failed {
      guard var failure = result.failure else { continue }
      let place = place(of: failure, in: result)
      output.wrapped(
        "\n\(palette.red("✗ \(result.name)"))\(place.map { palette.dim("  \($0.path):\($0.line)") } ?? "")")
      // The error begins with the same line, relative to the app.
      if let place, let file = failure.error.file, place.path.isFile(named: file) {
        let start = "\(file):\(place.line): "
        if failure.error.message.hasPrefix(start) { failure.error.message.removeFirst(start.count) }
      }
      output.wrapped(formatter.text(failure))
    }
    failed = []
    output.wrapped("\n\(text(summary)) \(palette.dim("(\(ElapsedTime.inSeconds(summary.seconds)))"))")
    output.flush()
  }

  /// The failed line of the test file, or the position of the test, relative to the working folder: errors contain
  /// names relative to the app, and there may be several apps.
  private func place(of failure: TestFailure, in result: TestResult) -> (path: String, line: Int)? {
    let isThere = failure.error.file.map(result.file.isFile) ?? false
    guard result.name != result.file, let line = isThere ? failure.error.line : result.line else { return nil }
    return (result.file, line)
  }

  /// The names on one line, or their number if there are many.
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
