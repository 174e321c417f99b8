import UDFHost

/// Where the results of tests go: a person or a program.
@MainActor
protocol TestReporter: AnyObject {
  func report(_ results: [TestResult], of file: String)
  func report(_ summary: TestSummary)
}
