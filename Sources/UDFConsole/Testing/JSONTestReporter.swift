import UDFCommands
import UDFHost
import UDFTooling

/// Reports one JSON object a line: each test, and at the end the number of tests.
@MainActor
final class JSONTestReporter: TestReporter {
  private let output: Output

  init(output: Output) { self.output = output }

  func report(_ round: TestWatch.Round) {
    for notice in round.notices { output.line(JSONLines.notice(notice)) }
    if !round.saved.isEmpty || round.isOfFailed { output.line(JSONLines.round(round)) }
    output.flush()
  }

  func report(_ results: [TestResult], of file: String) {
    for result in results { output.line(JSONLines.test(result)) }
    output.flush()
  }

  func report(_ progress: TestProgress) {}

  func report(_ summary: TestSummary) {
    output.line(JSONLines.summary(summary))
    output.flush()
  }
}
