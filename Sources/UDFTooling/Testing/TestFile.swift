import UDFHost

/// The tests of one file.
struct TestFile: Sendable {
  private let path: String
  private let place: TestPlace
  private let seed: UInt64
  private let sources: SourceCache

  /// - Parameter path: the file as the user named it.
  init(_ place: TestPlace, seed: UInt64, sources: SourceCache, path: String) {
    self.path = path
    self.place = place
    self.seed = seed
    self.sources = sources
  }

  /// Returns the results of the selected tests. A file that does not load counts as one failed test.
  ///
  /// - Parameter note: called with the name of each test when it begins, and with nil and its result when it has ended.
  func run(
    where isMeant: (_ file: String, _ test: String) -> Bool,
    noting note: (_ begun: String, _ ended: TestResult?) -> Void = { _, _ in }
  ) -> TestOutcome {
    note(path, nil)
    let reads = FileReads(place.folder)
    var results: [TestResult] = []
    do throws(HostError) {
      var fresh: TestRun? = try makeRun(reads)
      let entries = fresh?.tests ?? []
      let isNarrowed = entries.contains { $0.mode == "only" }
      let time = SystemClock()
      for (index, entry) in entries.enumerated() where isMeant(path, entry.name) {
        note("\(path) › \(entry.name)", nil)
        var result = TestResult(name: entry.name, file: path, line: entry.line, status: .skipped)
        if entry.mode != "skip", !isNarrowed || entry.mode == "only" {
          let start = time.now
          if let property = entry.property {
            let test = PropertyTest(number: index + 1, limits: property, seed: seed) { () throws(HostError) in
              try makeRun(reads)
            }
            try test.run(into: &result)
          } else {
            // The machine that listed the tests runs the first of them.
            if fresh == nil { fresh = try makeRun(reads) }
            fresh?.run(index + 1, into: &result)
          }
          fresh = nil
          result.seconds = time.now - start
        }
        results.append(result)
        note("", result)
      }
    } catch {
      // The tests of the file are unknown, so no filter excludes it.
      results = [
        TestResult(name: path, file: path, line: error.line, status: .failed, failure: TestFailure(error: error))
      ]
      note("", results[0])
    }
    return TestOutcome(results: results, read: reads.hashes)
  }

  /// Makes a machine that has run the file. Throws a `HostError` if the file does not load.
  private func makeRun(_ reads: FileReads) throws(HostError) -> TestRun {
    let run = try TestRun(place, sources: sources, reads: reads)
    try run.load()
    return run
  }
}
