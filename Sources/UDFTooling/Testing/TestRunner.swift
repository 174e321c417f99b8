import Platform
import UDFHost

/// Runs test files in parallel, each test in its own host with virtual time.
///
///     let runner = try TestRunner("examples/counter/app.lua")
///     let summary = runner.run { file, results in print(file, results.count) }
///     summary.failed   // 0
public struct TestRunner: Sendable {
  /// Runs only tests whose full name contains this text.
  public var filter: String?
  /// For each file, the full names of the only tests to run; nil: all. The name of the file itself selects all its
  /// tests.
  var only: [String: Set<String>]?
  /// The processor time in seconds that one test, or one run of a property, may use.
  public var budget = 5.0
  /// Called for a test that cannot be stopped; see `HostConfiguration.onStuck`.
  public var onStuck: (@Sendable (HostError) -> Void)?
  /// The maximum number of files that run at the same time.
  public var jobs = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  /// The native features that the apps name with `udf.native`. A test runs them as a program would.
  public var features: [any NativeFeature] = []
  /// The seed of the first run of each property. Each further run uses the next number. nil: a new seed each time the
  /// tests run.
  public var seed: UInt64?
  /// The path of the tests: a file, a folder or an app.
  package let path: String
  private(set) var files: TestFiles

  /// Finds the tests of a file, a folder or an app. Throws a `HostError` if there are none.
  public init(_ path: String) throws(HostError) {
    self.path = path
    files = try TestFiles(at: path)
  }

  /// Searches for test files again. If there are none, the former list stays.
  mutating func find() { files = (try? TestFiles(at: path)) ?? files }

  /// Runs all files. Calls `body`, in the order of the files, with the results of each file that has tests to run, and
  /// calls `report` between these calls with the progress of all files.
  public func run(
    reporting report: (TestProgress) -> Void = { _ in }, _ body: (_ file: String, _ results: [TestResult]) -> Void
  ) -> TestSummary {
    run(files.paths, reporting: report) { path, outcome in
      if !outcome.results.isEmpty { body(path, outcome.results) }
    }
  }

  /// Runs some of the files.
  func run(
    _ paths: [String], reporting report: (TestProgress) -> Void = { _ in },
    _ body: (_ file: String, _ outcome: TestOutcome) -> Void
  ) -> TestSummary {
    let sources = SourceCache()
    var summary = TestSummary()
    let first = seed ?? UInt64.random(in: 0..<1_000_000_000)
    let start = SystemClock().now
    let tests = paths.map {
      TestFile(
        TestPlace($0, home: files.home(of: $0), features: features, budget: budget, onStuck: onStuck), seed: first,
        sources: sources, path: $0)
    }
    let isMeant = { @Sendable [filter, only] (file: String, test: String) in
      if let names = only?[file], !names.contains(test), !names.contains(file) { return false }
      return filter.map(test.contains) ?? true
    }
    TestWorkers(tests, where: isMeant).run(jobs, reporting: report) { index, outcome in
      for result in outcome.results { summary.count(result) }
      body(paths[index], outcome)
    }
    summary.seconds = SystemClock().now - start
    return summary
  }
}
