import UDFCommands
import UDFHost
import UDFTooling

/// Receives the results of tests, for a person or a program.
@MainActor
protocol TestReporter: AnyObject {
  /// Reports that files were saved, and which tests run again.
  func report(_ round: TestWatch.Round)
  func report(_ results: [TestResult], of file: String)
  func report(_ summary: TestSummary)
  func report(_ progress: TestProgress)
}
