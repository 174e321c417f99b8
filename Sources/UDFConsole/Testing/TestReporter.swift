import UDFHost
import UDFTooling

/// Where the results of tests go: a person or a program.
@MainActor
protocol TestReporter: AnyObject {
  /// Files were saved, and what they concern is run again.
  func report(_ round: TestWatch.Round)
  func report(_ results: [TestResult], of file: String)
  func report(_ summary: TestSummary)
}
