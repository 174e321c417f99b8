import UDFHost

/// The tests of one file.
struct TestFile: Sendable {
  private let path: String
  private let place: TestPlace
  private let seed: UInt64
  private let sources: SourceCache

  init(_ path: String, home: (folder: String, app: String?), budget: Double, seed: UInt64, sources: SourceCache) {
    self.path = path
    self.seed = seed
    self.sources = sources
    place = TestPlace(path, home: home, budget: budget)
  }

  /// What came of each test whose name contains `filter`. A file that does not load is one test that failed.
  func run(filter: String?) -> TestOutcome {
    let reads = FileReads(place.folder)
    var results: [TestResult] = []
    do throws(HostError) {
      var fresh: TestRun? = try makeRun(reads)
      let entries = fresh?.tests ?? []
      let isNarrowed = entries.contains { $0.mode == "only" }
      let time = SystemClock()
      for (index, entry) in entries.enumerated() where filter.map(entry.name.contains) ?? true {
        var result = TestResult(name: entry.name, file: path, line: entry.line, status: .skipped)
        if entry.mode != "skip", !isNarrowed || entry.mode == "only" {
          let start = time.now
          if let property = entry.property {
            let test = PropertyTest(number: index + 1, limits: property, seed: seed) { () throws(HostError) in
              try makeRun(reads)
            }
            try test.run(into: &result)
          } else {
            // The machine that told which tests there are runs the first of them.
            if fresh == nil { fresh = try makeRun(reads) }
            fresh?.run(index + 1, into: &result)
          }
          fresh = nil
          result.seconds = time.now - start
        }
        results.append(result)
      }
    } catch {
      // Which tests it has cannot be known, so no filter leaves it out.
      results = [
        TestResult(name: path, file: path, line: error.line, status: .failed, failure: TestFailure(error: error))
      ]
    }
    return TestOutcome(results: results, read: reads.hashes)
  }

  /// A fresh machine that has run the file. Throws a ``HostError`` if that does not load.
  private func makeRun(_ reads: FileReads) throws(HostError) -> TestRun {
    let run = try TestRun(place, sources: sources, reads: reads)
    try run.load()
    return run
  }
}
