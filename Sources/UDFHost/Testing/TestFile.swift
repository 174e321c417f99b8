import LuaRuntime

/// The tests of one file.
struct TestFile {
  private let path: String
  private let place: TestPlace
  private let sources: SourceCache

  init(_ path: String, home: (folder: String, app: String?), budget: Double, sources: SourceCache) {
    self.path = path
    self.sources = sources
    place = TestPlace(path, home: home, budget: budget)
  }

  /// What came of each test whose name contains `filter`. A file that does not load is one test that failed.
  func run(filter: String?) -> [TestResult] {
    do throws(HostError) {
      var fresh: TestRun? = try TestRun(place, sources: sources)
      let entries = fresh?.tests ?? []
      let isNarrowed = entries.contains { $0.mode == "only" }
      let time = SystemClock()
      var results: [TestResult] = []
      for (index, entry) in entries.enumerated() where filter.map(entry.name.contains) ?? true {
        var result = TestResult(name: entry.name, file: path, line: entry.line, status: .skipped)
        if entry.mode != "skip", !isNarrowed || entry.mode == "only" {
          // The machine that told which tests there are runs the first of them.
          let start = time.now
          if fresh == nil { fresh = try TestRun(place, sources: sources) }
          fresh?.run(index + 1, into: &result)
          fresh = nil
          result.seconds = time.now - start
        }
        results.append(result)
      }
      return results
    } catch {
      // Which tests it has cannot be known, so no filter leaves it out.
      return [TestResult(name: path, file: path, line: error.line, status: .failed, failure: TestFailure(error: error))]
    }
  }
}
