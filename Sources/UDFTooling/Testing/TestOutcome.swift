/// What came of a test file, and what that depends on.
struct TestOutcome: Sendable {
  var results: [TestResult] = []
  /// Hashes of the files that were read for it, by absolute path; 0 for one that was looked for and is not there.
  var read: [String: UInt64] = [:]
}
