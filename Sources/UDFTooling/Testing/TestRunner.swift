import Platform
import UDFHost

/// Runs test files side by side, each test in a host of its own, on virtual time.
///
///     let runner = try TestRunner("examples/counter/app.lua")
///     let summary = runner.run { file, results in print(file, results.count) }
///     summary.failed   // 0
public struct TestRunner: Sendable {
  /// Only tests whose whole name contains it are run.
  public var filter: String?
  /// Seconds of a processor that one test, or one run of a property, may take.
  public var budget = 5.0
  /// How many files run at a time.
  public var jobs = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  /// What the first run of each property draws from; the next one draws from the number after it. nil: a new one each time
  /// that tests are run.
  public var seed: UInt64?
  /// Where it looks for tests.
  package let path: String
  private(set) var files: TestFiles

  /// Finds the tests of a file, a folder or an app. Throws a ``HostError`` if there are none.
  public init(_ path: String) throws(HostError) {
    self.path = path
    files = try TestFiles(at: path)
  }

  /// Looks again which test files there are. As long as there are none, those before are still the ones.
  mutating func find() { files = (try? TestFiles(at: path)) ?? files }

  /// Runs them all, and calls `body` in their order with what came of each file that has any to run.
  public func run(_ body: (_ file: String, _ results: [TestResult]) -> Void) -> TestSummary {
    run(files.paths) { path, outcome in if !outcome.results.isEmpty { body(path, outcome.results) } }
  }

  /// Runs some of them.
  func run(_ paths: [String], _ body: (_ file: String, _ outcome: TestOutcome) -> Void) -> TestSummary {
    let sources = SourceCache()
    var summary = TestSummary()
    let first = seed ?? UInt64.random(in: 0..<1_000_000_000)
    let start = SystemClock().now
    let tests = paths.map {
      TestFile($0, home: files.home(of: $0), budget: budget, seed: first, sources: sources)
    }
    TestWorkers(tests, filter: filter).run(jobs) { index, outcome in
      for result in outcome.results { summary.count(result) }
      body(paths[index], outcome)
    }
    summary.seconds = SystemClock().now - start
    return summary
  }
}
