/// Runs test files, each test in a host of its own, on virtual time.
///
///     let runner = try TestRunner("examples/counter/app.lua")
///     let summary = runner.run { file, results in print(file, results.count) }
///     summary.failed   // 0
public struct TestRunner {
  /// Only tests whose whole name contains it are run.
  public var filter: String?
  /// Seconds that one test may take.
  public var budget = 5.0
  private let files: TestFiles

  /// Finds the tests of a file, a folder or an app. Throws a ``HostError`` if there are none.
  public init(_ path: String) throws(HostError) { files = try TestFiles(at: path) }

  /// Runs them all, file by file, and calls `body` with what came of each file that has any to run.
  public func run(_ body: (_ file: String, _ results: [TestResult]) -> Void) -> TestSummary {
    let sources = SourceCache()
    var summary = TestSummary()
    let start = SystemClock().now
    for path in files.paths {
      let results = TestFile(path, home: files.home(of: path), budget: budget, sources: sources).run(filter: filter)
      for result in results { summary.count(result) }
      if !results.isEmpty { body(path, results) }
    }
    summary.seconds = SystemClock().now - start
    return summary
  }
}
